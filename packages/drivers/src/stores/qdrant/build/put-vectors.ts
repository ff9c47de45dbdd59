import { IbidError } from '@ibid/core';
import type { PageVectors } from '@ibid/core/types';
import { averagesOf } from '../averages.ts';
import { collectionsOf } from '../layout.ts';
import { allDone } from './all-done.ts';
import { dropVectors } from './drop-vectors.ts';
import { fetchPage } from './fetch-pages.ts';
import { setVectors, writeContent } from './put-page.ts';
import { ensureVersion } from './put-space.ts';
import { vectorPoints } from './vector-points.ts';
import type { Writing } from './write.ts';

/** All points of the page first, then the content says that they are there. */
export async function putVectors(writing: Writing, vectors: PageVectors): Promise<void> {
  const { calls, base, build, options } = writing;
  const { url, spaceId, passages } = vectors;
  const { epoch } = build.record;
  const version = await ensureVersion(writing, spaceId);
  if (version === undefined) {
    throw new IbidError('INVALID_REQUEST', `putVectors: the space \`${spaceId}\` is unknown; call \`putSpace\` first`);
  }
  const known = build.pages.get(url);
  if (known === undefined) throw new IbidError('INVALID_REQUEST', `putVectors: the build has no page \`${url}\``);
  if (passages.length !== known.chunks) {
    throw new IbidError(
      'INVALID_REQUEST',
      `putVectors: \`${url}\` has ${known.chunks} chunks, but ${passages.length} vectors came`,
    );
  }
  const page = await fetchPage(writing, known);
  if (known.vectors.includes(version) && known.from < epoch && version === build.shown?.version) {
    // Readers see these very vectors: the build gets a copy of the page, and the old one goes when it is published.
    const others = known.vectors.filter((other) => other !== version);
    await writeContent(writing, page, others);
  } else if (known.vectors.includes(version)) {
    await setVectors(
      writing,
      url,
      known.vectors.filter((other) => other !== version),
    );
  }
  if (build.traces === 'anywhere' || build.traces.has(url)) await dropVectors(writing, [url], [version]);
  if (build.traces !== 'anywhere') build.traces.add(url);

  const names = collectionsOf(base, version);
  const averages = averagesOf(build.totals);
  const points = vectorPoints(page, vectors, epoch, averages);
  await allDone([
    calls.upsert(names.passages, points.passages, options),
    calls.upsert(names.legs, points.legs, options),
    calls.upsert(names.pages, points.pages, options),
  ]);
  await setVectors(writing, url, [...(build.pages.get(url)?.vectors ?? []), version], [version, ...averages]);
}
