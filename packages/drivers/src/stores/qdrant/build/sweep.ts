import type { Condition } from '../client/qdrant-calls.ts';
import { keepingOf } from '../layout.ts';
import { allDone } from './all-done.ts';
import { namesOf } from './collections.ts';
import type { Writing } from './write.ts';

/**
 * Removes what was written under epochs that never came on show: a write of a build that was given up can be applied long after it
 * was sent.
 */
export async function sweep({ calls, base, build, state, options }: Writing, version: number): Promise<void> {
  const { epoch } = build.record;
  const names = version === build.shown?.version ? [keepingOf(base), ...namesOf(base, version)] : [keepingOf(base)];
  const never: Condition[] = [
    { key: 'from', range: { gt: build.shown?.epoch ?? 0, lt: epoch } },
    ...(state.dropped.length === 0 ? [] : [{ key: 'from', match: { any: state.dropped } }]),
  ];
  await allDone(names.map((name) => calls.deletePoints(name, { should: never }, options)));
}
