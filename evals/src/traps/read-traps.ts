import { fileURLToPath } from 'node:url';
import { readRows } from '../read-rows.ts';
import { SITE } from './trap-pages.ts';

export const HALVES = ['a', 'b'] as const;
/** `a` may be read by those who write rules; `b` is only scored. */
export type Half = (typeof HALVES)[number];

/** A question whose words lead to a passage that says something else once its context is gone. */
export interface Trap {
  readonly id: string;
  readonly class: string;
  readonly half: Half;
  /** Path below `pages`. */
  readonly page: string;
  readonly question: string;
  /** Words that mislead when they are shown without their context. */
  readonly misleading: readonly string[];
  /** Of each group one wording must be visible in the same excerpt. Without groups nothing excuses the misleading words. */
  readonly context: readonly (readonly string[])[];
  /** Wordings of a right answer; absent where the pages have none. */
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
