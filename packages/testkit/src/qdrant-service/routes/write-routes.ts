import type { DeletePayloadBody, SelectorBody, SetPayloadBody, UpsertBody } from '../engine/bodies.ts';
import type { Collection, Write } from '../engine/collection.ts';
import type { Filter } from '../engine/payload-filter.ts';
import { refusal } from '../engine/refusal.ts';
import type { Route } from './route.ts';
import type { ServedState } from './served-state.ts';
import { isStrict } from './is-strict.ts';
import { written } from './written.ts';

interface WriteKind {
  readonly name: string;
  readonly method: 'PUT' | 'POST';
  readonly path: string;
  readonly body: string;
  /** Its key among the operations of a batch. */
  readonly batched: string;
  readonly prepare: (target: Collection, body: never) => Write;
}

const KINDS: readonly WriteKind[] = [
  {
    name: 'upsert_points',
    method: 'PUT',
    path: '',
    body: 'PointInsertOperations',
    batched: 'upsert',
    prepare: (target, body: UpsertBody) => target.upsert(body),
  },
  {
    name: 'delete_points',
    method: 'POST',
    path: '/delete',
    body: 'PointsSelector',
    batched: 'delete',
    prepare: (target, body: SelectorBody) => target.deletePoints(body),
  },
  {
    name: 'set_payload',
    method: 'POST',
    path: '/payload',
    body: 'SetPayload',
    batched: 'set_payload',
    prepare: (target, body: SetPayloadBody) => target.setPayload(body),
  },
  {
    name: 'overwrite_payload',
    method: 'PUT',
    path: '/payload',
    body: 'SetPayload',
    batched: 'overwrite_payload',
    prepare: (target, body: SetPayloadBody) => target.overwritePayload(body),
  },
  {
    name: 'delete_payload',
    method: 'POST',
    path: '/payload/delete',
    body: 'DeletePayload',
    batched: 'delete_payload',
    prepare: (target, body: DeletePayloadBody) => target.deletePayload(body),
  },
  {
    name: 'clear_payload',
    method: 'POST',
    path: '/payload/clear',
    body: 'PointsSelector',
    batched: 'clear_payload',
    prepare: (target, body: SelectorBody) => target.clearPayload(body),
  },
];

const WRITE_QUERY = ['wait', 'ordering', 'timeout'] as const;
const POINTS = '/collections/{collection_name}/points';

/** Everything that changes points. */
export const WRITE_ROUTES: readonly Route[] = [
  ...KINDS.map((kind): Route => ({
    name: kind.name,
    method: kind.method,
    path: `${POINTS}${kind.path}`,
    query: WRITE_QUERY,
    body: kind.body,
    result: 'UpdateResult',
    serve: (state, { parameters: [name = ''], query, body }) =>
      written(state, { name, query }, (target) => prepared(state, target, kind, body)),
  })),
  {
    name: 'batch_update',
    method: 'POST',
    path: `${POINTS}/batch`,
    query: WRITE_QUERY,
    body: 'UpdateOperations',
    result: 'UpdateResult[]',
    serve(state, { parameters: [name = ''], query, body }) {
      const { operations } = body as { readonly operations: readonly Readonly<Record<string, unknown>>[] };
      return operations.map((operation) => {
        const [batched, inner] = Object.entries(operation)[0] ?? [];
        const kind = KINDS.find((known) => known.batched === batched);
        if (kind === undefined) throw refusal(501, `The stand-in does not serve the operation ${batched}`);
        return written(state, { name, query }, (target) => prepared(state, target, kind, inner));
      });
    },
  },
];

function prepared(state: ServedState, target: Collection, { prepare }: WriteKind, body: unknown): Write {
  // The condition of an upsert is looked at in points that are named, and asks for no index.
  const { filter } = body as { readonly filter?: Filter | null };
  if (isStrict(state, target, 'unindexed_filtering_update')) target.indexes.check(filter);
  return prepare(target, body as never);
}
