import type { Filter } from '../client/qdrant-calls.ts';
import { kindIs } from '../build/filters.ts';
import { keepingOf, type TermPayload } from '../layout.ts';
import type { Checking, Findings } from './check-index.ts';
import { finding } from './finding.ts';
import { countsByPoint } from './tally.ts';

/** In how many passages and pages each term stands: wrong counts make wrong scores. */
export async function* checkTerms({ calls, base, shown, tally, options }: Checking): Findings {
  const { lineage, epoch } = shown;
  const expected = countsByPoint(tally, lineage);
  const filter: Filter = { must: [kindIs('term'), { key: 'lineage', match: { value: lineage } }] };
  let unknown = 0;
  let wrong = 0;
  let first = '';
  for await (const points of calls.scroll(keepingOf(base), { filter, payload: ['counts'] }, options)) {
    for (const { id, payload } of points) {
      const [, passages, pages] = (payload as unknown as TermPayload).counts.findLast(([from]) => from <= epoch) ?? [
        0, 0, 0,
      ];
      const own = expected.get(String(id));
      expected.delete(String(id));
      if (own === undefined) unknown += passages === 0 && pages === 0 ? 0 : 1;
      else if (own[1] !== passages || own[2] !== pages) {
        wrong++;
        first ||= own[0];
      }
    }
  }
  const missing = [...expected.values()];
  first ||= missing[0]?.[0] ?? '';
  if (unknown + wrong + missing.length === 0) return;
  const terms = `${wrong} terms are counted wrongly, ${missing.length} not at all, ${unknown} stand in no page`;
  yield [finding('store:terms', first === '' ? terms : `${terms}; the first is ${JSON.stringify(first)}`)];
}
