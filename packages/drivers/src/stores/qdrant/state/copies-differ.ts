import { IbidError } from '@ibid/core';
import { keepingOf } from '../layout.ts';

/** What a look at the state rejects with while its copies say different things. */
export function copiesDiffer(base: string): IbidError {
  const name = keepingOf(base);
  return new IbidError(
    'UPSTREAM_FAILED',
    `The replicas of \`${name}\` in Qdrant hold different states. If all nodes are up, indexing again settles it; ` +
      'otherwise drop the replica that fell behind, and let Qdrant replicate the shard from another',
    { retryable: true, details: { service: 'Qdrant', copies: 'differ' } },
  );
}
