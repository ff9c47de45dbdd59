import type { Collection, Write } from '../engine/collection.ts';
import type { JsonObject } from '../engine/json-value.ts';
import type { ServedState } from './served-state.ts';

/** Applies a write now when the request says `wait=true`, and some time later when it does not, as Qdrant's own default is. */
export function written(
  { catalog, applyAfterMs }: ServedState,
  { name, query }: { readonly name: string; readonly query: URLSearchParams },
  prepare: (target: Collection) => Write,
): JsonObject {
  const target = catalog.get(name);
  const write = prepare(target);
  return query.get('wait') === 'true'
    ? { operation_id: target.apply(write), status: 'completed' }
    : { operation_id: target.putOff(write, applyAfterMs), status: 'acknowledged' };
}
