import type { Filter } from '../client/qdrant-calls.ts';
import { keepingOf } from '../layout.ts';
import { allDone } from './all-done.ts';
import { namesOf } from './collections.ts';
import { all, endedIn, kindIs, standingBefore, urlIn } from './filters.ts';
import type { Writing } from './write.ts';

const URLS_AT_ONCE = 100;

/**
 * Says of everything that the build replaces or deletes that it is shown up to the build's epoch and no further. Readers of the epoch on
 * show see it still.
 */
export async function markReplaced(writing: Writing, version: number): Promise<void> {
  const { calls, base, build, options } = writing;
  const { epoch, inherits } = build.record;
  const keeping = keepingOf(base);
  const contents = kindIs('content', 'part');
  const mark = (name: string, filter: Filter): Promise<void> =>
    calls.setPayload(name, { until: epoch }, filter, options);

  if (!inherits) {
    await mark(keeping, all(contents, ...standingBefore(epoch)));
    return;
  }
  const replaced = [...build.pages.values()].filter(({ from }) => from === epoch).map(({ url }) => url);
  const urls = [...new Set([...replaced, ...(await deletedUrls(writing))])];
  for (let at = 0; at < urls.length; at += URLS_AT_ONCE) {
    const old = [urlIn(urls.slice(at, at + URLS_AT_ONCE)), ...standingBefore(epoch)];
    await mark(keeping, all(contents, ...old));
    // A version that is not on show yet holds nothing older than the build.
    if (version !== build.shown?.version) continue;
    await allDone(namesOf(base, version).map((name) => mark(name, all(...old))));
  }
}

async function deletedUrls({ calls, base, build, options }: Writing): Promise<readonly string[]> {
  const urls: string[] = [];
  const filter = all(kindIs('content'), endedIn(build.record.epoch));
  for await (const points of calls.scroll(keepingOf(base), { filter, payload: ['url'] }, options)) {
    urls.push(...points.map(({ payload }) => String(payload['url'])));
  }
  return urls;
}
