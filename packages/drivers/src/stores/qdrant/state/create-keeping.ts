import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOptions } from '@ibid/core';
import type { FieldKind, QdrantCalls } from '../client/qdrant-calls.ts';
import { keepingOf } from '../layout.ts';
import { isThere } from './is-there.ts';
import { NO_STATE, STATE_ID, statePayload } from './state-point.ts';

const FIELDS: readonly (readonly [field: string, kind: FieldKind])[] = [
  ['kind', 'keyword'],
  ['url', 'keyword'],
  ['path', 'keyword'],
  ['from', 'integer'],
  ['until', 'integer'],
  ['vectors', 'integer'],
  ['lineage', 'integer'],
  ['newest', 'integer'],
  ['used', 'integer'],
  ['stamp', 'keyword'],
  ['token', 'keyword'],
  ['beat', 'integer'],
  ['turn', 'integer'],
];

const PATIENCE_MS = 5000;
const LOOK_MS = 100;

/**
 * Creates the collection of everything but vectors, with the state in it, where it is missing. Of several processes that find it
 * missing, the one whose collection it became writes the state; the others wait, and do its work when it seems to have died.
 */
export async function createKeeping(
  calls: QdrantCalls,
  base: string,
  options?: CallOptions,
  patienceMs: number = PATIENCE_MS,
): Promise<void> {
  if (await isThere(calls, base, options)) return;
  const keeping = keepingOf(base);
  const own = await calls.createCollection(keeping, { dense: {}, sparse: {} }, options);
  if (!own) {
    for (let waited = 0; waited < patienceMs; waited += LOOK_MS) {
      if (await isThere(calls, base, options)) return;
      await sleep(LOOK_MS, undefined, { signal: options?.signal });
    }
  }
  await Promise.all(FIELDS.map(([field, kind]) => calls.createFieldIndex(keeping, field, kind, options)));
  await calls.upsert(keeping, [{ id: STATE_ID, payload: { kind: 'state', ...statePayload(NO_STATE) } }], options);
}
