import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CaseInput } from '../cases/bench-case.ts';
import { writeCorpus } from '../corpus/write-corpus.ts';
import type { CaseOutcome } from '../run-case.ts';
import { SURFACES } from './surface.ts';

/** Number of passages: 100 pages, and a large site. */
export const HTTP_SIZES: readonly number[] = [1000, 20_000];
export const BARE = 'bare Hono';

export interface HttpOutcome {
  /** Target number of passages. */
  readonly size: number;
  readonly pages: number;
  /** By endpoint; the last one is the bare route. */
  readonly cases: Readonly<Record<string, CaseOutcome>>;
}

/** Loads every endpoint over one index, and then a route that does nothing. */
export async function benchHttp(
  size: number,
  folder: string,
  measured: (name: string, input: CaseInput) => Promise<CaseOutcome>,
): Promise<HttpOutcome> {
  const { pages, questions } = await writeCorpus(join(folder, 'corpus'), size);
  const index = join(folder, 'index.db');
  const input = { corpus: join(folder, 'corpus'), index, passages: '', saved: '', questions };
  const cases: Record<string, CaseOutcome> = {};
  const indexed = await measured('ibid index', input);
  let replyBytes = 0;
  for (const { path } of SURFACES) {
    if (indexed.kind === 'skipped') {
      cases[path] = indexed;
      continue;
    }
    const outcome = await measured(`http ${path}`, input);
    if (outcome.kind === 'measured') replyBytes = Math.max(replyBytes, outcome.figures['reply bytes'] ?? 0);
    cases[path] = outcome;
  }
  cases[BARE] = await measured('http bare', { ...input, replyBytes });
  await rm(folder, { recursive: true, force: true });
  return { size, pages, cases };
}
