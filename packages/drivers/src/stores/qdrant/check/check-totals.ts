import type { Diagnostic } from '@ibid/core/types';
import { collectionsOf, shownAt } from '../layout.ts';
import type { Checking, Findings } from './check-index.ts';
import { finding } from './finding.ts';

/** What the pages add up to against what the state says, and against all points on show: one that no page has is an orphan. */
export async function* checkTotals({ calls, base, shown, tally, options }: Checking): Findings {
  const found: Diagnostic[] = [];
  const { totals, version } = shown;
  const told = [totals.pages, totals.pagesWithText, totals.chunks, ...totals.lengths];
  const held = [tally.pages, tally.pagesWithText, tally.chunks, ...tally.lengths];
  if (told.some((value, i) => value !== held[i])) {
    found.push(
      finding(
        'store:manifest',
        `The generation on show has ${tally.pages} pages and ${tally.chunks} chunks with ${tally.lengths.join(', ')} tokens ` +
          `instead of ${totals.pages} and ${totals.chunks} with ${totals.lengths.join(', ')}`,
      ),
    );
  }
  const { passages, legs, pages } = collectionsOf(base, version);
  for (const [at, name] of [passages, legs, pages].entries()) {
    const orphans = (await calls.count(name, shownAt(shown), options)) - tally.points[at]!;
    if (orphans !== 0)
      found.push(finding('store:orphan', `${orphans} points on show in \`${name}\` belong to no page`));
  }
  yield found;
}
