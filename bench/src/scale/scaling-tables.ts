/** The tables of docs/scaling.md, worked out from measured cells. Formulas are in `cost-model.ts`, `qdrant-plan.ts` and `simulate-queue.ts`. */
import { fitCostModel, type CostModel } from './cost-model.ts';
import { planQdrant, type PassageBytes, type Quantization } from './qdrant-plan.ts';
import { qdrantCpuMs, type QdrantCpu } from './qdrant-cpu.ts';
import { simulateQueue } from './simulate-queue.ts';
import { spreadOf } from './spread-of.ts';

type Figures = Readonly<Record<string, number>>;

export interface ScaleResults {
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string };
  readonly scale: { readonly cells: readonly Figures[]; readonly qdrant: Figures };
}

/** Of which table in docs/scaling.md, by the name in its marker. */
export type ScalingTables = Readonly<
  Record<'measured' | 'model' | 'move' | 'qdrant' | 'servers' | 'qdrant-cpu', string>
>;

export function scalingTables({ scale: { cells, qdrant } }: ScaleResults): ScalingTables {
  const model = fitCostModel(
    cells.map((cell) => ({
      chunks: figure(cell, 'chunks'),
      dimensions: figure(cell, 'dimensions'),
      diskBytes: figure(cell, 'index MB') * 1e6,
      memoryBytes: figure(cell, 'of which not from files MB') * 1e6,
      cpuMs: figure(cell, 'search cpu ms'),
    })),
  );
  const bytes = bytesOf(qdrant);
  const text = cells.findLast((cell) => cell['dimensions'] === 1024)!;
  const words = figure(text, 'text only cpu ms') / figure(text, 'chunks');
  return {
    measured: measuredTable(cells),
    model: modelTable(model),
    move: moveTable(model),
    qdrant: qdrantTable(bytes),
    'qdrant-cpu': cpuTable(bytes, words),
    servers: serverTable(
      cells,
      qdrant,
      NODES.map((node) => cpuOf(bytes, node, words).slowestShard),
    ),
  };
}

function figure(of: Figures, name: string): number {
  const value = of[name];
  if (value === undefined) throw new Error(`the results have no figure \`${name}\``);
  return value;
}

/** What a passage takes beside its vectors; 70 bytes for each of some ten indexed values. */
function bytesOf(qdrant: Figures): PassageBytes {
  const payload = ['passages', 'legs', 'pages'].map((kind) => figure(qdrant, `${kind} payload bytes a passage`));
  return {
    terms: figure(qdrant, 'passages postings a passage'),
    payload: payload.reduce((sum, value) => sum + value, 0),
    fields: 2 * 10 * 70,
    content: figure(qdrant, 'content payload bytes a passage') + figure(qdrant, 'term payload bytes a passage'),
  };
}

function measuredTable(cells: readonly Figures[]): string {
  return table(
    [
      'passages × dimensions',
      'disk MB',
      'memory MB',
      'open s',
      'written/s',
      'search CPU ms',
      'p50 ms',
      'words only, CPU ms',
    ],
    cells.map((cell) => [
      `${count(figure(cell, 'chunks'))} × ${figure(cell, 'dimensions')}`,
      round(figure(cell, 'index MB')),
      round(figure(cell, 'of which not from files MB')),
      round(figure(cell, 'open ms') / 1000),
      count(figure(cell, 'write and publish chunks/s')),
      round(figure(cell, 'search cpu ms')),
      round(figure(cell, 'search p50 ms')),
      round(figure(cell, 'text only cpu ms')),
    ]),
  );
}

function modelTable({
  coefficients: { a = 0, b = 0, m = 0, c = 0, d = 0, t = 0, e = 0, f = 0 },
  error,
}: CostModel): string {
  return table(
    ['figure', 'model for N passages × D dimensions', 'farthest measured cell'],
    [
      ['disk', `N · (${round(a)} + ${round(b)} · D) bytes`, percent(error.diskBytes)],
      ['memory', `${round(m / 1e6)} MB + N · (${round(c)} + ${round(d)} · D) bytes`, percent(error.memoryBytes)],
      ['CPU of a search', `${round(t)} ms + N · (${round(e * 1e6)} + ${round(f * 1e6)} · D) ns`, percent(error.cpuMs)],
    ],
  );
}

function moveTable(model: CostModel): string {
  const sizes: readonly (readonly [number, number])[] = [
    [20_000, 256],
    [100_000, 256],
    [100_000, 1024],
    [300_000, 1024],
    [1_000_000, 256],
    [1_000_000, 1024],
  ];
  return table(
    ['passages × dimensions', 'memory', 'disk', 'CPU a search', 'searches a second, half a core'],
    sizes.map(([chunks, dimensions]) => [
      `${count(chunks)} × ${dimensions}`,
      `${round(model.memoryBytes(chunks, dimensions) / 1e9)} GB`,
      `${round(model.diskBytes(chunks, dimensions) / 1e9)} GB`,
      `${round(model.cpuMs(chunks, dimensions))} ms`,
      round(500 / model.cpuMs(chunks, dimensions)),
    ]),
  );
}

/** Memory of a node that fits the size. */
const NODES: readonly (readonly [number, number])[] = [
  [1e6, 16],
  [1e8, 128],
  [1e9, 256],
];

function planOf(
  bytes: PassageBytes,
  [chunks, nodeGigabytes]: (typeof NODES)[number],
  quantization: Quantization,
): ReturnType<typeof planQdrant> {
  return planQdrant({
    chunks,
    dimensions: 1024,
    quantization,
    replicas: 2,
    passagesOfPage: 10,
    bytes,
    sparseOnDisk: chunks > 1e7,
    nodeGigabytes,
  });
}

function qdrantTable(bytes: PassageBytes): string {
  const rows = NODES.flatMap((node) =>
    (['none', 'scalar', 'binary'] as const).map((quantization: Quantization) => {
      const plan = planOf(bytes, node, quantization);
      const [light, heavy] = [0.5, 2].map(
        (share) => planOf({ ...bytes, fields: bytes.fields * share }, node, quantization).ramGigabytes,
      );
      return [
        count(node[0]),
        { none: 'float', scalar: 'int8', binary: '1 bit' }[quantization],
        size(plan.ramGigabytes),
        `${size(light!)} to ${size(heavy!)}`,
        size(plan.diskGigabytes),
        `${plan.nodes} × ${node[1]} GB`,
        String(plan.shards),
        size(plan.ramOfNodeGigabytes),
        size(plan.diskOfNodeGigabytes),
      ];
    }),
  );
  const head = ['passages × 1,024', 'vectors in RAM', 'RAM, one copy', 'fields half to double', 'disk, one copy'];
  return table([...head, 'nodes, two copies', 'shards', 'RAM a node', 'disk a node'], rows);
}

const RATES = [1_000, 100_000];

function cpuOf(
  bytes: PassageBytes,
  node: (typeof NODES)[number],
  wordsMsOfPassage: number,
): QdrantCpu & { shards: number } {
  const { shards } = planOf(bytes, node, 'scalar');
  return { shards, ...qdrantCpuMs({ chunks: node[0], dimensions: 1024, shards, wordsMsOfPassage }) };
}

function cpuTable(bytes: PassageBytes, wordsMsOfPassage: number): string {
  const rows = NODES.map((node) => {
    const { shards, vectors, words, slowestShard } = cpuOf(bytes, node, wordsMsOfPassage);
    return [
      count(node[0]),
      String(shards),
      `${round(vectors)} ms`,
      `${round(words)} ms`,
      `${round(slowestShard)} ms`,
      ...RATES.map((rate) => `${count(Math.ceil(((vectors + words) * rate) / 60_000 / 0.6))}`),
    ];
  });
  const cores = RATES.map((rate) => `cores for ${count(rate)}/min`);
  return table(
    ['passages × 1,024, int8', 'shards', 'vectors, CPU', 'words, CPU (at most)', 'longest shard', ...cores],
    rows,
  );
}

/** Three round trips in one data centre. */
const NETWORK_MS = 3 * 0.5;

function serverTable(cells: readonly Figures[], qdrant: Figures, shardMs: readonly number[]): string {
  // What a question costs beside its search, the server's own part included.
  const beside = Math.max(0, figure(qdrant, 'file question p50 ms') - figure(qdrant, 'file search p50 ms'));
  const inFile = (cell: Figures): readonly [string, readonly number[], number] => [
    `file, ${cellName(cell)}`,
    spreadOf(cell, 'search').map((ms) => ms + beside),
    0,
  ];
  const own = spreadOf(qdrant, 'question');
  // Waiting for the stand-in is in the measured times; the processor's time is what it costs us.
  const scale = figure(qdrant, 'question cpu ms') / (own.reduce((sum, ms) => sum + ms, 0) / own.length);
  const kinds: readonly (readonly [string, readonly number[], number])[] = [
    inFile(cells[0]!),
    inFile(cells.at(-1)!),
    ...NODES.map(([chunks], i): readonly [string, readonly number[], number] => [
      `Qdrant, ${count(chunks)} × 1024`,
      own.map((ms) => ms * scale),
      NETWORK_MS + shardMs[i]!,
    ]),
  ];
  const rows = kinds.flatMap(([index, work, rest]) =>
    RATES.map((rate) => {
      const { workers, busy, p50, p99 } = enough(rate, work, rest);
      return [
        index,
        count(rate),
        String(workers),
        `${Math.round(busy * 100)} %`,
        `${round(p50)} ms`,
        `${round(p99)} ms`,
      ];
    }),
  );
  return table(['index', 'questions a minute', 'cores of servers', 'busy', 'p50', 'p99'], rows);
}

/** The fewest workers that are busy for at most 60 % of the time. */
function enough(
  questionsPerMinute: number,
  work: readonly number[],
  rest: number,
): ReturnType<typeof simulateQueue> & { readonly workers: number } {
  const mean = work.reduce((sum, value) => sum + value, 0) / work.length;
  const workers = Math.max(1, Math.ceil((questionsPerMinute / 60_000) * (mean / 0.6)));
  return { workers, ...simulateQueue({ questionsPerMinute, workers, work, rest, questions: 100_000, seed: 1 }) };
}

function cellName(cell: Figures): string {
  return `${count(figure(cell, 'chunks'))} × ${figure(cell, 'dimensions')}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Three digits that mean something. */
function round(value: number): string {
  if (value >= 1000) return count(Math.round(value));
  return String(Number(value.toPrecision(value < 1 ? 2 : 3)));
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function size(gigabytes: number): string {
  return gigabytes >= 1000 ? `${round(gigabytes / 1000)} TB` : `${round(gigabytes)} GB`;
}

function count(value: number): string {
  if (value >= 1e9) return `${value / 1e9} B`;
  if (value >= 1e6) return `${value / 1e6} M`;
  return Math.round(value).toLocaleString('en');
}
