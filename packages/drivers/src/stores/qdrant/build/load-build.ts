import type { CallOptions } from '@ibid/core';
import type { Condition, QdrantCalls } from '../client/qdrant-calls.ts';
import { pageInfoOf } from '../content/page-codec.ts';
import { findSpace } from '../content/spaces.ts';
import { keepingOf, type ContentPayload, type ShownState } from '../layout.ts';
import type { BuildRecord, StoreState } from '../state/state-point.ts';
import { createCollections } from './collections.ts';
import { kindIs, writtenIn } from './filters.ts';
import { openBuild, type BuildPage, type OpenBuild } from './open-build.ts';

const LIGHT = ['info', 'from', 'stamp', 'chunks', 'lengths', 'vectors', 'weighed'];

/** The build of the state as Qdrant holds it, with all its collections there. */
export async function loadBuild(
  calls: QdrantCalls,
  base: string,
  {
    record,
    shown,
    isNew,
  }: { readonly record: BuildRecord; readonly shown: StoreState['shown']; readonly isNew: boolean },
  options: CallOptions,
): Promise<OpenBuild> {
  for (const [spaceId, version] of record.versions) {
    if (version === shown?.version) continue;
    const space = await findSpace(calls, base, spaceId, options);
    if (space !== undefined) await createCollections(calls, base, version, space.dimensions, options);
  }
  const pages = await loadPages(calls, base, record, shown, options);
  return openBuild(record, shown, pages, isNew ? new Set() : 'anywhere');
}

/**
 * Pages written in the build, and those on show that it did not delete. Where a URL has both, the new one counts: the old one is
 * marked only when the build is published.
 */
export async function loadPages(
  calls: QdrantCalls,
  base: string,
  { epoch, inherits }: Pick<BuildRecord, 'epoch' | 'inherits'>,
  shown: ShownState | undefined,
  options: CallOptions,
): Promise<Iterable<BuildPage>> {
  const pages = new Map<string, BuildPage>();
  const should: Condition[] = [writtenIn(epoch)];
  if (inherits && shown !== undefined) {
    should.push({
      must: [{ key: 'from', range: { lte: shown.epoch } }],
      must_not: [{ key: 'until', range: { lte: epoch } }],
    });
  }
  const filter = { must: [kindIs('content')], should };
  for await (const points of calls.scroll(keepingOf(base), { filter, payload: LIGHT }, options)) {
    for (const { payload } of points) {
      const { url, revision } = pageInfoOf(payload);
      const { from, stamp, chunks, lengths, vectors, weighed } = payload as unknown as ContentPayload;
      const other = pages.get(url);
      if (other === undefined || other.from < from) {
        pages.set(url, { url, revision, from, stamp, chunks, lengths, vectors, weighed });
      }
    }
  }
  return pages.values();
}
