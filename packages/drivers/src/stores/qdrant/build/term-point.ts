import type { Payload, Point } from '../client/qdrant-calls.ts';
import type { TermPayload } from '../layout.ts';

/** `counts` is in order of epoch, and not empty. A term that nothing holds any more goes with its epoch. */
export function termPoint(id: string, lineage: number, counts: TermPayload['counts']): Point {
  const [epoch, passages, pages] = counts.at(-1)!;
  const payload: TermPayload = {
    kind: 'term',
    lineage,
    counts,
    newest: Math.max(epoch, lineage),
    ...(passages === 0 && pages === 0 ? { until: epoch } : {}),
  };
  return { id, payload: payload as unknown as Payload };
}
