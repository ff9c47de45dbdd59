import type { CallOptions, Chunk } from '@ibid/core/types';
import { fetchPage, fetchPages } from './fetch-pages.ts';
import { lacksVectors, sortedUrls, versionOf, type BuildPage } from './open-build.ts';
import { currentBuild, type Session } from './session.ts';

const PAGES_AT_ONCE = 32;
const CHUNKS_AT_ONCE = 256;

/** The build's pages by URL; those that got vectors or went away meanwhile are left out. */
export async function* listBuild(
  session: Session,
  withoutVectorsIn: string | undefined,
  options: CallOptions,
): AsyncGenerator<{ readonly url: string; readonly chunks: readonly Chunk[] }, void, undefined> {
  const source = { ...session, build: currentBuild(session), options };
  const wanted = (url: string): BuildPage | undefined => {
    const build = currentBuild(session);
    const page = build.pages.get(url);
    if (page === undefined || withoutVectorsIn === undefined) return page;
    return lacksVectors(page, versionOf(build, withoutVectorsIn)) ? page : undefined;
  };

  const urls = sortedUrls(currentBuild(session));
  for (let at = 0; at < urls.length;) {
    const batch: BuildPage[] = [];
    let chunks = 0;
    for (; at < urls.length && batch.length < PAGES_AT_ONCE; at++) {
      const page = wanted(urls[at]!);
      if (page === undefined) continue;
      if (batch.length > 0 && chunks + page.chunks > CHUNKS_AT_ONCE) break;
      batch.push(page);
      chunks += page.chunks;
    }
    const fetched = batch.length === 0 ? [] : await fetchPages(source, batch);
    for (const [i, then] of batch.entries()) {
      const now = wanted(then.url);
      if (now === undefined) continue;
      const { url, chunks: content } = now.stamp === then.stamp ? fetched[i]! : await fetchPage(source, now);
      yield { url, chunks: content.map(({ chunk }) => chunk) };
    }
  }
}
