import type { Machine } from '../bench-results.ts';

export interface EngineFigures {
  /** By the way in which names are typed. */
  readonly 'hit@5': Readonly<Record<string, number>>;
  readonly 'p50 ms': number;
  readonly 'p95 ms': number;
}

export interface SearchBoxResults {
  readonly machine: Machine;
  /** Of all sites. */
  readonly sections: number;
  readonly engines: Readonly<Record<string, EngineFigures>>;
}

export function searchBoxTable({ engines }: SearchBoxResults): string {
  const rows = Object.entries(engines).map(([name, figures]) => {
    const shares = Object.values(figures['hit@5']).map((share) => `${(100 * share).toFixed(1)} %`);
    return `| ${[name, ...shares, `${figures['p95 ms'].toFixed(1)} ms`].join(' | ')} |`;
  });
  return ['| hit@5 | in full | one slip | beginning | p95 |', '|---|---|---|---|---|', ...rows].join('\n');
}
