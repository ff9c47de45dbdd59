import type { Filter } from '../client/qdrant-calls.ts';
import { keepingOf } from '../layout.ts';
import { allDone } from './all-done.ts';
import { namesOf } from './collections.ts';
import { all, endedIn, kindIs, standingBefore, urlIn } from './filters.ts';
import type { Writing } from './write.ts';

const URLS_AT_ONCE = 100;

/**
 * Says of everything that the build replaces or deletes that it is shown up to the build's epoch and no further. Readers of the epoch on
 * show see it still. By few pages at a time: other writes of a collection wait behind each, the sign of life among them.
 */
export async function markReplaced(writing: Writing, version: number): Promise<void> {
  const { calls, base, build, state, options } = writing;
  const { epoch, inherits } = build.record;
  const keeping = keepingOf(base);
  const contents = kindIs('content', 'part');
  const mark = (name: string, filter: Filter): Promise<void> =>
    calls.setPayload(name, { until: epoch }, filter, options);

  const replaced = [...build.pages.values()].filter(({ from }) => from === epoch).map(({ url }) => url);
  const standing = standingBefore(epoch, state.dropped);
  const others = all(contents, inherits ? endedIn(epoch) : standing);
  const urls = [...new Set([...(inherits ? replaced : []), ...(await urlsOf(writing, others))])];
  for (let at = 0; at < urls.length; at += URLS_AT_ONCE) {
    const old = [urlIn(urls.slice(at, at + URLS_AT_ONCE)), standing];
    await mark(keeping, all(contents, ...old));
    // A version that is not on show yet holds nothing older than the build.
    if (version !== build.shown?.version) continue;
    await allDone(namesOf(base, version).map((name) => mark(name, all(...old))));
  }
}

/** Each once; all of them before any is marked. */
async function urlsOf({ calls, base, options }: Writing, filter: Filter): Promise<ReadonlySet<string>> {
  const urls = new Set<string>();
  for await (const points of calls.scroll(keepingOf(base), { filter, payload: ['url'] }, options)) {
    for (const { payload } of points) urls.add(String(payload['url']));
  }
  return urls;
}
