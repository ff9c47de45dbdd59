import type { CallOptions } from '@ibid/core/types';
import { dropSpaces } from '../content/spaces.ts';
import { keepingOf } from '../layout.ts';
import { changeState } from '../state/change-state.ts';
import type { StoreState } from '../state/state-point.ts';
import { dropVersions, namesOf } from './collections.ts';
import { all, endedIn, namingOthers, writtenIn } from './filters.ts';
import { guard, type Session } from './session.ts';
import { sweepEpochs } from './sweep.ts';
import { giveUpPlace, takePlace } from './take-place.ts';
import { readState } from '../state/state-point.ts';
import { withPlace, type Held } from './write.ts';

export async function abandonBuild(session: Session, given: CallOptions | undefined): Promise<void> {
  const { calls, base } = session;
  const found = await readState(calls, base, given);
  if (found?.build !== undefined) {
    await takePlace(session, given);
    await withPlace(session, given, async (held) => {
      session.build = undefined;
      const state = await guard(session, held.options);
      if (state.build !== undefined) await dropBuild(held, state);
    });
  }
  await giveUpPlace(session);
}

/** Of epochs that were given up; each is a number in the filters of every search. */
const DROPPED_KEPT = 100;

/**
 * Removes whatever the build of the state has written, and takes back its marks. Its counts of terms are left: the next one counts anew.
 * An interruption leaves work for the next one.
 */
export async function dropBuild({ calls, base, token, options }: Held, state: StoreState): Promise<void> {
  const { build, shown } = state;
  if (build === undefined) return;
  const { epoch } = build;
  // From here on no write of the state that was under way can put the build on show.
  const { versions } = await changeState(calls, base, token, () => ({ build: { ...build, dropped: true } }), options);
  const keeping = keepingOf(base);
  await calls.deletePoints(keeping, all(writtenIn(epoch)), options);
  await calls.deletePayload(keeping, ['until'], all(endedIn(epoch)), options);
  if (shown !== undefined) {
    for (const name of namesOf(base, shown.version)) {
      await calls.deletePoints(name, all(writtenIn(epoch)), options);
      await calls.deletePayload(name, ['until'], all(endedIn(epoch)), options);
    }
    await calls.setPayload(keeping, { vectors: [shown.version] }, namingOthers(shown.version), options);
  }
  await dropSpaces(calls, base, shown?.spaceId, state.epochs, options);
  await dropVersions(calls, base, versions, shown?.version, options);
  const givenUp = [...state.dropped, epoch];
  const dropped = givenUp.slice(-DROPPED_KEPT);
  const forgotten = givenUp.slice(0, -DROPPED_KEPT);
  const names = shown === undefined ? [keeping] : [keeping, ...namesOf(base, shown.version)];
  if (forgotten.length > 0) await sweepEpochs(calls, names, forgotten, options);
  const mayHaveCounted = build.counted !== false;
  await changeState(
    calls,
    base,
    token,
    ({ recount }) => ({ build: undefined, dropped, recount: mayHaveCounted || recount !== false }),
    options,
  );
}
