import { allDone } from './all-done.ts';
import { all, urlIn, writtenIn } from './filters.ts';
import { namesOf } from './collections.ts';
import type { Writing } from './write.ts';

/** Removes what the build has written for these URLs in the versions, all of its own unless given; what is on show stays. */
export async function dropVectors(
  { calls, base, build, options }: Writing,
  urls: readonly string[],
  versions: readonly number[] = build.record.versions.map(([, version]) => version),
): Promise<void> {
  const filter = all(urlIn(urls), writtenIn(build.record.epoch));
  const names = versions.flatMap((version) => namesOf(base, version));
  await allDone(names.map((name) => calls.deletePoints(name, filter, options)));
}
