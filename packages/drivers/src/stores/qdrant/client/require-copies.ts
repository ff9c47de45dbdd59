import { IbidError } from '@ibid/core';
import { copiesRead } from './copies-read.ts';
import type { Copies } from './decide-copies.ts';
import type { CollectionSummary } from './qdrant-calls.ts';

/**
 * Holds what a collection that is there was made with against how it is read here; see `decide-copies.ts`. Throws `INVALID_CONFIG`
 * with what to set.
 */
export function requireCopies(
  name: string,
  { replicas, writeConsistency }: Pick<CollectionSummary, 'replicas' | 'writeConsistency'>,
  own: Copies,
  purpose: 'read' | 'write',
): void {
  if (replicas < 2) return;
  const reads = copiesRead(own.readConsistency, replicas);
  if (writeConsistency + reads <= replicas) {
    throw new IbidError(
      'INVALID_CONFIG',
      `The collection \`${name}\` in Qdrant has ${replicas} replicas and counts a write that ${writeConsistency} of them took, and \`readConsistency\` is ` +
        `${String(own.readConsistency ?? 1)}: what is written might not be seen. Give \`readConsistency\` at least ${replicas - writeConsistency + 1}, ` +
        `or raise \`write_consistency_factor\` of the collections of this index in Qdrant to at least ${replicas - reads + 1}.`,
    );
  }
  const most = copiesRead(own.stateConsistency, replicas);
  if (purpose === 'read' || 2 * most > replicas) return;
  throw new IbidError(
    'INVALID_CONFIG',
    `The collection \`${name}\` in Qdrant has ${replicas} replicas, and \`replicas\` is ${String(own.replicas ?? 'not given')}: two writers might not see each other. ` +
      `Give \`replicas\` ${replicas}, also for whoever only reads.`,
  );
}
