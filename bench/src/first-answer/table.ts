import type { Machine } from '../bench-results.ts';

/** Medians over the questions. */
export interface ReaderFigures {
  readonly pages: number;
  /** Compressed size of all files that browsers may load; bytes. */
  readonly all: number;
  readonly first: Figures;
  readonly next: Figures;
  /** Additional memory of page and workers after three questions, compared with before the first; bytes. */
  readonly memory: number;
}

export interface Figures {
  readonly bytes: number;
  readonly milliseconds: number;
}

export interface FirstAnswerResults {
  readonly machine: Machine;
  readonly engines: Readonly<Record<string, readonly ReaderFigures[]>>;
}

/** Targets for a first answer, by number of pages. */
const FIRST: Readonly<Record<number, Figures>> = {
  100: { milliseconds: 3000, bytes: 250_000 },
  2000: { milliseconds: 5000, bytes: 700_000 },
};
const NEXT: Figures = { milliseconds: 300, bytes: 60_000 };
const MEMORY = 80_000_000;

export function firstAnswerTable({ engines }: FirstAnswerResults): string {
  const rows = Object.entries(engines).flatMap(([name, sizes]) =>
    sizes.map(({ pages, all, first, next, memory }) => {
      const isOurs = name.startsWith('Ibid');
      const cells = [
        name,
        pages.toLocaleString('en'),
        megabytes(all),
        cell(kilobytes(first.bytes), isOurs && first.bytes > (FIRST[pages]?.bytes ?? Infinity)),
        cell(seconds(first.milliseconds), isOurs && first.milliseconds > (FIRST[pages]?.milliseconds ?? Infinity)),
        cell(kilobytes(next.bytes), isOurs && next.bytes > NEXT.bytes),
        cell(seconds(next.milliseconds), isOurs && next.milliseconds > NEXT.milliseconds),
        cell(megabytes(memory), isOurs && memory > MEMORY),
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  );
  return [
    '| | pages | all files | first answer loads | after | next ones load | after | memory |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** Marks a figure that misses its target. */
function cell(text: string, isMissed: boolean): string {
  return isMissed ? `${text} (aim missed)` : text;
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000).toLocaleString('en')} kB`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
