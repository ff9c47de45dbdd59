import type { Collection, Write } from '../engine/collection.ts';
import type { JsonObject } from '../engine/json-value.ts';
import type { ServedState } from './served-state.ts';

/** Applies a write now when the request says `wait=true`, and some time later when it does not, as Qdrant's own default is. */
export function written(
  state: ServedState,
  { name, query }: { readonly name: string; readonly query: URLSearchParams },
  prepare: (target: Collection) => Write,
): JsonObject {
  const target = state.catalog.get(name);
  const write = prepare(target);
  const isWaited = query.get('wait') === 'true';
  return isWaited && !isDeferred(state, target)
    ? { operation_id: target.apply(write), status: 'completed' }
    : {
        operation_id: target.putOff(write, state.applyAfterMs),
        status: isWaited ? 'wait_timeout' : 'acknowledged',
      };
}

/** Only dense vectors are ever waited for. */
function isDeferred({ defers }: ServedState, { space, settings }: Collection): boolean {
  return space.dense.size > 0 && (settings.optimizers_config?.prevent_unoptimized ?? defers);
}
