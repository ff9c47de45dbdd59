import { htmlTable, logBarPlot, note, reportPage, type ReportSection } from '@ibid/evals/report';
import {
  COLD_START_TARGET,
  figureOf,
  flatFigures,
  ratios,
  SEARCH_TARGETS,
  type FlatFigures,
  type Machine,
} from './bench-results.ts';
import { missedTargets, timesBare } from './http/http-results.ts';
import type { HttpOutcome } from './http/bench-http.ts';
import { ENGINES, type BenchOutcome, type SizeOutcome } from './run-bench.ts';

const PLOTS: readonly { readonly figure: string; readonly title: string; readonly targets?: Record<string, number> }[] =
  [
    { figure: 'search p50 ms', title: 'One search, typical wall time in ms (dashed: target)', targets: SEARCH_TARGETS },
    { figure: 'search cpu ms', title: 'One search, CPU time of all threads in ms' },
    { figure: 'index chunks/s', title: 'Passages indexed in a second' },
    { figure: 'index MB', title: 'Saved index in MB' },
    { figure: 'memory after queries MB', title: 'Memory of a process that searches, in MB' },
    { figure: 'open ms', title: 'From opening the saved index to the first hits, in ms' },
  ];

export function benchReport(outcome: BenchOutcome, on: Machine): string {
  const intro = [
    `${on.cpu}, ${on.cores} cores, ${on.memoryGigabytes} GB, Node ${on.node}. Load before the start: ${on.load}.`,
    'Synthetic pages whose words follow Zipf’s law. Times grow with other work on the machine, so compare within this run. Bars stand on a logarithmic scale.',
    'Ibid reads and cuts the pages itself; the peers are given its passages, and “orama hybrid” also its vectors. Ibid writes its index durably as it goes, the peers keep theirs in memory and are saved once.',
    '“Content words” are the same questions without function words.',
  ];
  const sections = [
    plots(outcome),
    ...outcome.sizes.map(sizeSection),
    coldSection(outcome),
    panelSection(outcome),
    ...outcome.http.map(httpSection),
    ...scaleSection(outcome),
  ];
  return reportPage('Benchmark', intro, sections);
}

function plots({ sizes }: BenchOutcome): ReportSection {
  const parts = PLOTS.flatMap(({ figure, title, targets }) => {
    const groups = sizes.map((size) => ({
      name: String(size.size),
      bars: ENGINES.filter((engine) => size.engines[engine] !== undefined).map((engine) => {
        const value = figureOf(size, engine, figure);
        return value === undefined ? { name: engine, value, note: reason(size, engine) } : { name: engine, value };
      }),
    }));
    const known = new Set(groups.map(({ name }) => name));
    const shown = Object.fromEntries(Object.entries(targets ?? {}).filter(([name]) => known.has(name)));
    return [note(title), logBarPlot({ title, groups, format: short, targets: shown })];
  });
  return { title: 'At a glance', parts };
}

function sizeSection(size: SizeOutcome): ReportSection {
  const names = ENGINES.filter((engine) => size.engines[engine] !== undefined);
  const figures = names.map((name): FlatFigures => flatFigures(size.engines[name]!));
  const keys = [...new Set(figures.flatMap((one) => Object.keys(one)))];
  const rows = keys.map((key) => ({ cells: [key, ...figures.map((one) => cell(one[key]))] }));
  const better = ratios(size);
  const peers = Object.keys(better);
  const compared = [...new Set(peers.flatMap((peer) => Object.keys(better[peer]!)))];
  const ratioRows = compared.map((key) => ({ cells: [key, ...peers.map((peer) => cell(better[peer]![key]))] }));
  return {
    title: `${size.size} passages, ${size.pages} pages, ${short(size.corpusMegabytes)} MB of Markdown`,
    parts: [
      htmlTable(['', ...names], rows),
      ...(peers.length === 0
        ? []
        : [
            note('How many times better Ibid is than each peer (below 1: worse)'),
            htmlTable(['', ...peers], ratioRows),
          ]),
    ],
  };
}

function coldSection({ coldStart }: BenchOutcome): ReportSection {
  const title = 'Cold start of the command line, book of 100 pages';
  if (coldStart.kind === 'skipped') return { title, parts: [note(`Skipped: ${coldStart.reason}`)] };
  const rows = Object.entries(coldStart.figures).map(([name, value]) => ({ cells: [name, cell(value)] }));
  return {
    title,
    parts: [
      htmlTable(['', ''], rows),
      note(`Target: below ${COLD_START_TARGET} ms. The files are in the system’s cache.`),
    ],
  };
}

function scaleSection({ scale }: BenchOutcome): readonly ReportSection[] {
  if (scale === undefined) return [];
  const figures = scale.cells.map(flatFigures);
  const rows = [...new Set(figures.flatMap((one) => Object.keys(one)))].map((key) => ({
    cells: [key, ...figures.map((one) => cell(one[key]))],
  }));
  const head = ['', ...scale.cells.map(({ size, dimensions }) => `${size} × ${dimensions}`)];
  return [{ title: 'The embedded store alone, by passages × dimensions', parts: [htmlTable(head, rows)] }];
}

function panelSection({ panel }: BenchOutcome): ReportSection {
  const title = 'The panel in a browser';
  if (panel.kind === 'skipped') return { title, parts: [note(`Skipped: ${panel.reason}`)] };
  const rows = Object.entries(panel.figures).map(([name, value]) => ({ cells: [name, cell(value)] }));
  return { title, parts: [htmlTable(['', ''], rows)] };
}

function httpSection(outcome: HttpOutcome): ReportSection {
  const names = Object.keys(outcome.cases);
  const figures = Object.values(outcome.cases).map((own) => (own.kind === 'measured' ? own.figures : {}));
  const keys = [...new Set(figures.flatMap((one) => Object.keys(one)))];
  const missed = missedTargets(outcome);
  const bare = timesBare(outcome);
  const compared = [...new Set(Object.values(bare).flatMap((one) => Object.keys(one)))];
  return {
    title: `Over HTTP: ${outcome.pages} pages, ${outcome.size} passages`,
    parts: [
      note('Clients and server share the machine. The number in front of × says how many clients ask at once.'),
      htmlTable(
        ['', ...names],
        keys.map((key) => ({ cells: [key, ...figures.map((one) => cell(one[key]))] })),
      ),
      note('Times the work of a route that does nothing and replies with as many bytes'),
      htmlTable(
        ['', ...Object.keys(bare)],
        compared.map((key) => ({ cells: [key, ...Object.values(bare).map((one) => cell(one[key]))] })),
      ),
      note(missed.length === 0 ? 'Every target is met.' : `Targets missed: ${missed.join('; ')}.`),
    ],
  };
}

function reason(size: SizeOutcome, engine: (typeof ENGINES)[number]): string {
  const cases = size.engines[engine]!;
  for (const outcome of [cases.index, cases.query]) if (outcome.kind === 'skipped') return outcome.reason;
  return 'not measured';
}

function cell(value: number | string | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'number' ? short(value) : value;
}

/** Three significant digits, without an exponent. */
export function short(value: number): string {
  return String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}
