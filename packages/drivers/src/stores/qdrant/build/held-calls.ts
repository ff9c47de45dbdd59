import type { QdrantCalls } from '../client/qdrant-calls.ts';
import type { Lease } from '../state/lease.ts';

/**
 * The same calls, of which none writes any more once the writer's place may be another's. Points are written without a condition, so a
 * process that was stopped for a while must not go on where it was.
 */
export function heldCalls(calls: QdrantCalls, { prove }: Pick<Lease, 'prove'>): QdrantCalls {
  const held =
    <Args extends readonly unknown[], Result>(write: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      prove();
      return write(...args);
    };
  return {
    ...calls,
    createCollection: held(calls.createCollection),
    deleteCollection: held(calls.deleteCollection),
    switchAlias: held(calls.switchAlias),
    createFieldIndex: held(calls.createFieldIndex),
    upsert: held(calls.upsert),
    insert: held(calls.insert),
    setPayload: held(calls.setPayload),
    deletePayload: held(calls.deletePayload),
    deletePoints: held(calls.deletePoints),
  };
}
