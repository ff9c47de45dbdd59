import type { IndexedPage } from '@ibid/core/types';
import type { Payload, Point } from '../client/qdrant-calls.ts';
import { encodePage } from '../content/page-codec.ts';
import { pagePointId } from '../ids.ts';
import { contentPartId } from '../keeping-ids.ts';
import { keepingOf, type PartPayload, type WeighedIn } from '../layout.ts';
import { dropVectors } from './drop-vectors.ts';
import { all, kindIs, urlIn, writtenIn } from './filters.ts';
import { setPage } from './open-build.ts';
import type { Writing } from './write.ts';

/**
 * The page on show stays as it is; the new content stands beside it under the build's epoch. Each step leaves a build that is sound:
 * first the content loses its vectors, then they go, then the new content comes.
 */
export async function putPage(writing: Writing, page: IndexedPage): Promise<void> {
  const { calls, base, build, options } = writing;
  const { epoch } = build.record;
  const { url } = page;
  const old = build.pages.get(url);
  const isOwn = old?.from === epoch;
  if (build.traces === 'anywhere' || build.traces.has(url)) {
    if (isOwn && old.vectors.length > 0) await setVectors(writing, url, []);
    await dropVectors(writing, [url]);
  }
  await writeContent(writing, page, []);
  if (isOwn || build.traces === 'anywhere') {
    const stamp = build.pages.get(url)!.stamp;
    const older = { ...all(kindIs('part'), urlIn([url]), writtenIn(epoch)), must_not: [stampIs(stamp)] };
    await calls.deletePoints(keepingOf(base), older, options);
  }
}

function stampIs(stamp: string): { readonly key: string; readonly match: { readonly value: string } } {
  return { key: 'stamp', match: { value: stamp } };
}

/** Writes the page as the build's own, its larger parts first. */
export async function writeContent(writing: Writing, page: IndexedPage, vectors: readonly number[]): Promise<void> {
  const { calls, base, build, options } = writing;
  const { epoch } = build.record;
  const { url, revision } = page;
  const { content, parts } = encodePage(page, epoch, vectors);
  const { chunks, lengths, stamp } = content;
  for (const [i, body] of parts.entries()) {
    const payload: PartPayload = { kind: 'part', url: content.url, stamp, body, from: epoch };
    await calls.upsert(
      keepingOf(base),
      [{ id: contentPartId(content.url, epoch, stamp, i), payload: { ...payload } }],
      options,
    );
  }
  const weighed = weighedFor(build.pages.get(url)?.weighed, vectors);
  const payload = { ...content, weighed } as unknown as Payload;
  const point: Point = { id: pagePointId(url, epoch), payload };
  await calls.upsert(keepingOf(base), [point], options);
  setPage(build, { url, revision, from: epoch, stamp, chunks, lengths, vectors, weighed });
  build.recent.keep({ url, stamp }, page);
}

/** Says in which versions the content of the page has its vectors, and what those just written were made under. */
export async function setVectors(
  writing: Writing,
  url: string,
  vectors: readonly number[],
  written?: WeighedIn,
): Promise<void> {
  const { calls, base, build, options } = writing;
  const page = build.pages.get(url);
  if (page === undefined) return;
  const filter = all({ has_id: [pagePointId(url, page.from)] });
  const known = weighedFor(page.weighed, vectors).filter(([version]) => version !== written?.[0]);
  const weighed = written === undefined ? known : [...known, written];
  await calls.setPayload(keepingOf(base), { vectors, weighed }, filter, options);
  setPage(build, { ...page, vectors, weighed });
}

function weighedFor(weighed: readonly WeighedIn[] = [], versions: readonly number[]): readonly WeighedIn[] {
  return weighed.filter(([version]) => versions.includes(version));
}
