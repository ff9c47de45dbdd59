/**
 * How the state comes into being, with any number of processes at it, none of which knows of the others.
 *
 * Each that finds no state does the same: it makes the collection or finds it made, makes the field indexes or finds them made, and asks
 * Qdrant to insert the state where there is none. Whether there is one Qdrant sees at the moment when it applies the insert, one write
 * after another. So in any order of these calls, each done once, repeatedly, late or never:
 *
 * - the first insert that is applied makes the state, and every other does nothing, however late it comes: a process that stood still
 *   for an hour, or a request that was given up and sent again, changes nothing of what others have published;
 * - whoever goes on has had an answer to an insert, or has seen the state, so there is one; and the field indexes are there, because
 *   every process has made them all before it inserts;
 * - a process that dies at any call leaves what the next one can go on with at once. Nobody waits for anybody.
 *
 * An insert that never replaces needs a newer server than the rest: where it is older, no new index is begun.
 */
import type { CallOptions } from '@ibid/core/types';
import { checkServerVersion } from '../client/check-server-version.ts';
import type { FieldKind, Filter, QdrantCalls } from '../client/qdrant-calls.ts';
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

/** Creates the collection of everything but vectors, with the state in it, where either is missing. */
export async function createKeeping(calls: QdrantCalls, base: string, options?: CallOptions): Promise<void> {
  if (await isThere(calls, base, options)) return;
  await checkServerVersion(calls, options, 'begin');
  const keeping = keepingOf(base);
  const isOwn = await calls.createCollection(keeping, { dense: {}, sparse: {} }, options);
  await Promise.all(FIELDS.map(([field, kind]) => calls.createFieldIndex(keeping, field, kind, options)));
  const epochs = isOwn ? 0 : await highestEpoch(calls, keeping, options);
  const payload = { kind: 'state', ...statePayload({ ...NO_STATE, epochs }) };
  await calls.insert(keeping, { id: STATE_ID, payload }, options);
}

/** Of points without a state, such as its removal leaves: no build may take them for its own. */
async function highestEpoch(calls: QdrantCalls, keeping: string, options: CallOptions | undefined): Promise<number> {
  const keys = ['from', 'until', 'newest'] as const;
  const filter: Filter = { should: keys.map((key) => ({ key, range: { gte: 1 } })) };
  let highest = 0;
  for await (const points of calls.scroll(keeping, { filter, payload: keys }, options)) {
    for (const { payload } of points) highest = Math.max(highest, ...keys.map((key) => Number(payload[key] ?? 0)));
  }
  return highest;
}
