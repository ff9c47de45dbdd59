import type { Averages, Totals } from './layout.ts';

/** Average lengths over a generation. */
export function averagesOf({ lengths: [title, headings, body], chunks, pagesWithText }: Totals): Averages {
  const passages = Math.max(1, chunks);
  return [title / passages, headings / passages, body / passages, body / Math.max(1, pagesWithText)];
}
