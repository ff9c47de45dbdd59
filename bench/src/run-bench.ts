import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaseInput } from './cases/bench-case.ts';
import { writeCorpus } from './corpus/write-corpus.ts';
import { benchHttp, HTTP_SIZES, type HttpOutcome } from './http/bench-http.ts';
import type { Part } from './options.ts';
import type { CaseOutcome, runCase } from './run-case.ts';
import { benchScale, type ScaleOutcomes } from './scale/bench-scale.ts';

export const ENGINES = ['ibid', 'minisearch', 'orama', 'orama hybrid'] as const;
export type EngineName = (typeof ENGINES)[number];

export interface SizeOutcome {
  /** Target number of passages. */
  readonly size: number;
  readonly pages: number;
  readonly corpusMegabytes: number;
  readonly engines: Readonly<Partial<Record<EngineName, { readonly index: CaseOutcome; readonly query: CaseOutcome }>>>;
}

export interface BenchOutcome {
  readonly sizes: readonly SizeOutcome[];
  readonly coldStart: CaseOutcome;
  readonly panel: CaseOutcome;
  readonly http: readonly HttpOutcome[];
  /** `undefined` if it was not requested. */
  readonly scale: ScaleOutcomes | undefined;
}

const BOOK_CHUNKS = 1000;
/** Much slower peers are stopped after this time. */
const PEER_SECONDS = 240;
const NOT_ASKED: CaseOutcome = { kind: 'skipped', reason: 'it was not asked for' };
const NOT_INDEXED: CaseOutcome = { kind: 'skipped', reason: 'there is no index' };

/** Measures one size after another, each case in a separate process, and deletes its files afterwards. */
export async function runBench(options: {
  readonly parts: readonly Part[];
  readonly sizes: readonly number[];
  readonly peers: boolean;
  readonly seconds: number;
  readonly run: typeof runCase;
  readonly progress: (line: string) => void;
}): Promise<BenchOutcome> {
  const scratch = await mkdtemp(join(tmpdir(), 'ibid-bench-'));
  const measured = async (name: string, input: CaseInput): Promise<CaseOutcome> => {
    const load = loadavg()[0]!.toFixed(1);
    const started = performance.now();
    const seconds = /^(?:ibid|dump|cold|http|widget|scale)/.test(name)
      ? options.seconds
      : Math.min(PEER_SECONDS, options.seconds);
    const outcome = await options.run(name, input, seconds);
    const note = outcome.kind === 'skipped' ? `: skipped: ${outcome.reason}` : '';
    const spent = ((performance.now() - started) / 1000).toFixed(1);
    options.progress(`  ${name}: ${spent} s (load before ${load})${note}`);
    return outcome;
  };
  try {
    const sizes: SizeOutcome[] = [];
    for (const size of options.parts.includes('search') ? options.sizes : []) {
      options.progress(`${size} passages`);
      sizes.push(await benchSize(size, join(scratch, String(size)), options.peers, measured));
      await rm(join(scratch, String(size)), { recursive: true, force: true });
    }
    let coldStart = NOT_ASKED;
    if (options.parts.includes('start')) {
      options.progress(`book of ${BOOK_CHUNKS / 10} pages`);
      const folder = join(scratch, 'book');
      const book = await writeCorpus(join(folder, 'corpus'), BOOK_CHUNKS);
      coldStart = await measured('cold start', inputIn(folder, book.questions));
    }
    let panel = NOT_ASKED;
    if (options.parts.includes('panel')) {
      options.progress('the panel in a browser');
      panel = await measured('widget panel', inputIn(join(scratch, 'panel'), []));
    }
    const http: HttpOutcome[] = [];
    for (const size of options.parts.includes('http') ? HTTP_SIZES : []) {
      options.progress(`${size} passages over HTTP`);
      http.push(await benchHttp(size, join(scratch, `http-${size}`), measured));
    }
    const scale = options.parts.includes('scale')
      ? await benchScale(join(scratch, 'scale'), measured, options.progress)
      : undefined;
    return { sizes, coldStart, panel, http, scale };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function benchSize(
  size: number,
  folder: string,
  peers: boolean,
  measured: (name: string, input: CaseInput) => Promise<CaseOutcome>,
): Promise<SizeOutcome> {
  const { pages, bytes, questions } = await writeCorpus(join(folder, 'corpus'), size);
  const input = inputIn(folder, questions);
  const engines: { [name in EngineName]?: { index: CaseOutcome; query: CaseOutcome } } = {};
  const bench = async (name: EngineName): Promise<void> => {
    const index = await measured(`${name} index`, input);
    const query = index.kind === 'measured' ? await measured(`${name} query`, input) : NOT_INDEXED;
    engines[name] = { index, query };
    await rm(input.saved, { force: true });
  };
  await bench('ibid');
  if (peers && engines.ibid?.index.kind === 'measured') {
    await measured('dump passages', input);
    for (const name of ENGINES.slice(1)) await bench(name);
  }
  return { size, pages, corpusMegabytes: bytes / 1e6, engines };
}

function inputIn(folder: string, questions: CaseInput['questions']): CaseInput {
  return {
    corpus: join(folder, 'corpus'),
    index: join(folder, 'index.db'),
    passages: join(folder, 'passages.jsonl'),
    saved: join(folder, 'saved.json'),
    questions,
  };
}
