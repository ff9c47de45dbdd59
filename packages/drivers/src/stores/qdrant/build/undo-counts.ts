import type { CallOptions } from '@ibid/core';
import type { Filter, Point, QdrantCalls } from '../client/qdrant-calls.ts';
import { keepingOf, type ShownState, type TermPayload } from '../layout.ts';
import { kindIs } from './filters.ts';
import { termPoint } from './term-point.ts';

/** Takes back what publishing has counted under epochs that never were on show. */
export async function undoCounts(
  calls: QdrantCalls,
  base: string,
  shown: Pick<ShownState, 'epoch' | 'lineage'> | undefined,
  options: CallOptions,
): Promise<void> {
  const keeping = keepingOf(base);
  if (shown === undefined) {
    await calls.deletePoints(keeping, { must: [kindIs('term')] }, options);
    return;
  }
  const { epoch, lineage } = shown;
  const own = { key: 'lineage', match: { value: lineage } };
  await calls.deletePoints(keeping, { must: [kindIs('term')], must_not: [own] }, options);
  const filter: Filter = { must: [kindIs('term'), own, { key: 'newest', range: { gt: epoch } }] };
  for await (const points of calls.scroll(keeping, { filter, payload: ['counts'] }, options)) {
    const gone: string[] = [];
    const kept: Point[] = [];
    for (const { id, payload } of points) {
      const counts = (payload as unknown as TermPayload).counts.filter(([from]) => from <= epoch);
      if (counts.length === 0) gone.push(String(id));
      else kept.push(termPoint(String(id), lineage, counts));
    }
    if (gone.length > 0) await calls.deletePoints(keeping, { must: [{ has_id: gone }] }, options);
    if (kept.length > 0) await calls.upsert(keeping, kept, options);
  }
}
