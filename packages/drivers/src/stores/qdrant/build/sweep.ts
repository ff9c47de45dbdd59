import type { CallOptions } from '@ibid/core/types';
import type { Condition, QdrantCalls } from '../client/qdrant-calls.ts';
import { keepingOf } from '../layout.ts';
import { allDone } from './all-done.ts';
import { namesOf } from './collections.ts';
import { oneOf } from './filters.ts';
import type { Writing } from './write.ts';

/**
 * Removes what was written under epochs that never came on show, and takes back their marks: a write of a build that was given up can be
 * applied long after it was sent.
 */
export async function sweep({ calls, base, build, state, options }: Writing, version: number): Promise<void> {
  const { epoch } = build.record;
  const names = version === build.shown?.version ? [keepingOf(base), ...namesOf(base, version)] : [keepingOf(base)];
  const never = (key: 'from' | 'until'): readonly Condition[] => [
    { key, range: { gt: build.shown?.epoch ?? 0, lt: epoch } },
    ...oneOf(key, state.dropped),
  ];
  await remove(calls, names, never, options);
}

/** The same for these epochs alone, of which there must be some. */
export async function sweepEpochs(
  calls: QdrantCalls,
  names: readonly string[],
  epochs: readonly number[],
  options: CallOptions,
): Promise<void> {
  await remove(calls, names, (key) => oneOf(key, epochs), options);
}

async function remove(
  calls: QdrantCalls,
  names: readonly string[],
  never: (key: 'from' | 'until') => readonly Condition[],
  options: CallOptions,
): Promise<void> {
  await allDone(
    names.flatMap((name) => [
      calls.deletePoints(name, { should: never('from') }, options),
      calls.deletePayload(name, ['until'], { should: never('until') }, options),
    ]),
  );
}
