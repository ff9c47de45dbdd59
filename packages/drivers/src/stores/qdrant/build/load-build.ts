import type { CallOptions } from '@ibid/core/types';
import type { Condition, QdrantCalls } from '../client/qdrant-calls.ts';
import { pageInfoOf } from '../content/page-codec.ts';
import { findSpace } from '../content/spaces.ts';
import { keepingOf, shownAt, type ContentPayload } from '../layout.ts';
import type { StoreState } from '../state/state-point.ts';
import { createCollections } from './collections.ts';
import { kindIs, writtenIn } from './filters.ts';
import { openBuild, type BuildPage, type OpenBuild } from './open-build.ts';

const LIGHT = ['info', 'from', 'stamp', 'chunks', 'lengths', 'vectors', 'weighed'];

type Built = Pick<StoreState, 'build' | 'shown' | 'dropped'>;

/** The build of the state, which must have one, as Qdrant holds it, with all its collections there. */
export async function loadBuild(
  calls: QdrantCalls,
  base: string,
  state: Built,
  { isNew }: { readonly isNew: boolean },
  options: CallOptions,
): Promise<OpenBuild> {
  const { shown } = state;
  const record = state.build!;
  for (const [spaceId, version] of record.versions) {
    if (version === shown?.version) continue;
    const space = await findSpace(calls, base, spaceId, options);
    if (space !== undefined) await createCollections(calls, base, version, space.dimensions, options);
  }
  const pages = await loadPages(calls, base, state, options);
  return openBuild(record, shown, pages, isNew ? new Set() : 'anywhere');
}

/**
 * Pages written in the build of the state, and those on show that it did not delete. Where a URL has both, the new one counts: the old
 * one is marked only when the build is published. What is on show has its vectors in the version on show, whatever a late write of
 * another build says of it.
 */
export async function loadPages(
  calls: QdrantCalls,
  base: string,
  { build, shown, dropped }: Built,
  options: CallOptions,
): Promise<Iterable<BuildPage>> {
  const { epoch, inherits } = build!;
  const pages = new Map<string, BuildPage>();
  const should: Condition[] = [writtenIn(epoch)];
  if (inherits && shown !== undefined) {
    const { must, must_not } = shownAt({ epoch, givenUp: dropped });
    should.push({ must: [{ key: 'from', range: { lte: shown.epoch } }, ...must], must_not });
  }
  const filter = { must: [kindIs('content')], should };
  for await (const points of calls.scroll(keepingOf(base), { filter, payload: LIGHT }, options)) {
    for (const { payload } of points) {
      const { url, revision } = pageInfoOf(payload);
      const { from, stamp, chunks, lengths, vectors: told, weighed } = payload as unknown as ContentPayload;
      const other = pages.get(url);
      if (other !== undefined && other.from >= from) continue;
      const vectors = from === epoch ? told : [...new Set([shown!.version, ...told])];
      pages.set(url, { url, revision, from, stamp, chunks, lengths, vectors, weighed });
    }
  }
  return pages.values();
}
