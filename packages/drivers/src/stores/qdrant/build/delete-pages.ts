import { keepingOf } from '../layout.ts';
import { dropVectors } from './drop-vectors.ts';
import { all, kindIs, standingBefore, urlIn, writtenIn } from './filters.ts';
import { removePage } from './open-build.ts';
import type { Writing } from './write.ts';

const URLS_AT_ONCE = 100;

/** What is on show is only marked; what the build wrote goes, vectors first. */
export async function deletePages(writing: Writing, urls: readonly string[]): Promise<void> {
  const { calls, base, build, state, options } = writing;
  const { epoch, inherits } = build.record;
  const known = urls.filter((url) => build.pages.has(url) || build.traces === 'anywhere');
  for (let at = 0; at < known.length; at += URLS_AT_ONCE) {
    const batch = known.slice(at, at + URLS_AT_ONCE);
    const keeping = keepingOf(base);
    const contents = kindIs('content', 'part');
    if (inherits) {
      const shown = all(contents, urlIn(batch), standingBefore(epoch, state.dropped));
      await calls.setPayload(keeping, { until: epoch }, shown, options);
    }
    const own = all(contents, urlIn(batch), writtenIn(epoch));
    await calls.setPayload(keeping, { vectors: [] }, own, options);
    await dropVectors(writing, batch);
    await calls.deletePoints(keeping, own, options);
    for (const url of batch) removePage(build, url);
  }
}
