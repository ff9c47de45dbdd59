import { fileURLToPath } from 'node:url';
import { readRows } from '../read-rows.ts';
import { SITE } from './trap-pages.ts';

export const HALVES = ['a', 'b'] as const;
/** Authors of rules may read `a`; `b` is only scored. */
export type Half = (typeof HALVES)[number];

/** A question whose words lead to a passage that says something else without its context. */
export interface Trap {
  readonly id: string;
  readonly class: string;
  readonly half: Half;
  /** Path below `pages`. */
  readonly page: string;
  readonly question: string;
  /** Words that mislead when shown without their context. */
  readonly misleading: readonly string[];
  /** For each group, one wording must be visible in the same excerpt. Without groups, the misleading words are always wrong. */
  readonly context: readonly (readonly string[])[];
  /** Wordings of a right answer; absent if the pages have none. */
  readonly right?: readonly string[];
  readonly note?: string;
}

export async function readTraps(): Promise<readonly Trap[]> {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const halves = await Promise.all(
    HALVES.map(async (half) => {
      const rows = await readRows<Omit<Trap, 'half'>>(folder, `traps-${half}.jsonl`);
      return rows.map((row): Trap => ({ ...row, half }));
    }),
  );
  return halves.flat();
}

/** Address of the trap's page in the index. */
export function urlOf({ page }: Pick<Trap, 'page'>): string {
  return `${SITE}${page.replace(/\.mdx?$/u, '')}`;
}
