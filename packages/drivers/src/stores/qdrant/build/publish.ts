import { setTimeout as sleep } from 'node:timers/promises';
import { IbidError } from '@ibid/core';
import type { CallOptions, IndexInfo } from '@ibid/core/types';
import type { Filter } from '../client/qdrant-calls.ts';
import { findSpace, missingSpace, readSpaceData } from '../content/spaces.ts';
import { infoOf } from '../content/info.ts';
import { collectionsOf, keepingOf, shownAt, type ShownState } from '../layout.ts';
import { changeState } from '../state/change-state.ts';
import { collectGarbage } from './collect-garbage.ts';
import { countTerms } from './count-terms.ts';
import { kindIs } from './filters.ts';
import { markReplaced } from './mark-replaced.ts';
import { lowestWeighed } from './lowest-weighed.ts';
import { lacksVectors } from './open-build.ts';
import { ensureVersion } from './put-space.ts';
import { reweigh } from './reweigh.ts';
import { currentBuild, guard, type Session } from './session.ts';
import { sweep } from './sweep.ts';
import { giveUpPlace } from './take-place.ts';
import { settle, withPlace, write, type Writing } from './write.ts';

export interface PublishRequest {
  readonly spaceId: string;
  readonly publishedAt: string;
  readonly folded: number;
}

/** Everything is made ready under the build's epoch, then one write of the state puts it on show. Until that, all of it may be done again. */
export async function publish(
  session: Session,
  request: PublishRequest,
  given: CallOptions | undefined,
): Promise<IndexInfo> {
  const info =
    (await publishedBefore(session, given)) ?? (await write(session, given, (writing) => show(writing, request)));
  try {
    // What follows the switch is not given up when the caller does.
    await withPlace(session, undefined, async (held) => {
      await collectGarbage(held, await guard(session, held.options));
    });
  } catch {
    // The generation is on show; what is left over is removed when the next one is begun.
  }
  await giveUpPlace(session);
  return info;
}

async function show(writing: Writing, request: PublishRequest): Promise<IndexInfo> {
  const { calls, base, build, state, token, options } = writing;
  const { spaceId } = request;
  const version = await ensureVersion(writing, spaceId);
  const space = await findSpace(calls, base, spaceId, options);
  if (version === undefined || space === undefined) {
    throw new IbidError('INVALID_REQUEST', `publish: the space \`${spaceId}\` is unknown; call \`putSpace\` first`);
  }
  requireVectors(writing, version, spaceId);
  const data = await readSpaceData(calls, base, space, options);
  if (data === undefined) throw missingSpace(spaceId);

  await reweigh(writing, version, spaceId);
  await sweep(writing, version);
  await markReplaced(writing, version);
  const lineage = await countTerms(writing);
  await requireWhole(writing, version);
  const { epoch, schema, sourceId } = build.record;
  const { totals } = build;
  const { dimensions, fitted } = space;
  const { folded, publishedAt } = request;
  const shown: ShownState = {
    epoch,
    version,
    lineage,
    spaceId,
    spaceStamp: space.stamp,
    dimensions,
    totals,
    weighed: lowestWeighed(build, version),
    schema,
    sourceId,
    fitted,
    folded,
    publishedAt,
    givenUp: state.dropped,
  };
  build.unsettled = true;
  await changeState(calls, base, token, () => ({ shown, build: undefined, untidy: true, recount: false }), options);
  build.unsettled = false;
  return infoOf(shown, data);
}

function requireVectors({ build }: Writing, version: number, spaceId: string): void {
  const lacking = [...build.pages.values()].filter((page) => lacksVectors(page, version)).map(({ url }) => url);
  if (lacking.length === 0) return;
  throw new IbidError(
    'BUILD_INCOMPLETE',
    `${lacking.length} pages lack vectors in \`${spaceId}\`, first \`${lacking.sort()[0]}\`; put them, then publish again`,
  );
}

const PAUSES_MS: readonly number[] = [100, 800, 0];

/**
 * What readers of the new epoch will count must be what the build has; a write that was lost on the way, or came late, shows here at the
 * latest. Such a build is given up, because nothing tells which of its points is wrong.
 */
async function requireWhole(writing: Writing, version: number): Promise<void> {
  const { calls, base, build, token, options } = writing;
  const { totals, record } = build;
  const expected = [totals.pages, totals.chunks, totals.chunks, totals.pagesWithText];
  let counted: readonly number[] = [];
  for (const pause of PAUSES_MS) {
    counted = await countNext(writing, version);
    if (counted.every((count, i) => count === expected[i])) return;
    // A copy of a collection may take a write a little later than the one that answered.
    await sleep(pause, undefined, { signal: options.signal });
  }
  await changeState(calls, base, token, () => ({ build: { ...record, dropped: true } }), options);
  throw new IbidError(
    'UPSTREAM_FAILED',
    `Qdrant holds ${counted.join(', ')} pages, passages, legs and pages with vectors of the build instead of ${expected.join(', ')}; ` +
      'nothing was published, and the build is given up; index again, with `--fresh` if this repeats',
    { retryable: true },
  );
}

/** Pages, passages, legs and pages with vectors that readers of the build's epoch would see. */
async function countNext({ calls, base, build, state, options }: Writing, version: number): Promise<readonly number[]> {
  const { passages, legs, pages } = collectionsOf(base, version);
  const next = shownAt({ epoch: build.record.epoch, givenUp: state.dropped });
  const contents: Filter = { ...next, must: [kindIs('content'), ...next.must] };
  return Promise.all([
    calls.count(keepingOf(base), contents, options),
    calls.count(passages, next, options),
    calls.count(legs, next, options),
    calls.count(pages, next, options),
  ]);
}

/** What a publish that was not answered has put on show after all. */
async function publishedBefore(session: Session, given: CallOptions | undefined): Promise<IndexInfo | undefined> {
  const { calls, base } = session;
  const build = currentBuild(session);
  if (!build.unsettled) return undefined;
  return withPlace(session, given, async (held) => {
    const { options } = held;
    const { shown } = await settle(session, held, await guard(session, options));
    if (shown?.epoch !== build.record.epoch) return undefined;
    const space = await findSpace(calls, base, shown.spaceId, options);
    const data = space && (await readSpaceData(calls, base, space, options));
    if (data === undefined) throw missingSpace(shown.spaceId);
    return infoOf(shown, data);
  });
}
