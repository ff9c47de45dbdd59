import { keepingOf } from '../layout.ts';
import { namesOf } from './collections.ts';
import { all } from './filters.ts';
import type { Writing } from './write.ts';

/**
 * Removes what was written under epochs between the one on show and the build's: a write of a build that was given up can be
 * applied long after it was sent.
 */
export async function sweep({ calls, base, build, options }: Writing, version: number): Promise<void> {
  const { epoch } = build.record;
  const names = version === build.shown?.version ? [keepingOf(base), ...namesOf(base, version)] : [keepingOf(base)];
  const between = all({ key: 'from', range: { gt: build.shown?.epoch ?? 0, lt: epoch } });
  await Promise.all(names.map((name) => calls.deletePoints(name, between, options)));
}
