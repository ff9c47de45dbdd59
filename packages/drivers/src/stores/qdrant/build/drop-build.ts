import type { CallOptions } from '@ibid/core';
import { dropSpaces } from '../content/spaces.ts';
import { keepingOf } from '../layout.ts';
import { changeState } from '../state/change-state.ts';
import type { StoreState } from '../state/state-point.ts';
import { dropVersions, namesOf } from './collections.ts';
import { all, endedIn, namingOthers, writtenIn } from './filters.ts';
import { guard, type Session } from './session.ts';
import { undoCounts } from './undo-counts.ts';
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

const DROPPED_KEPT = 100;

/** Removes whatever the build of the state has written, and takes back its marks. An interruption leaves work for the next one. */
export async function dropBuild({ calls, base, token, options }: Held, { build, shown }: StoreState): Promise<void> {
  if (build === undefined) return;
  const { epoch } = build;
  // From here on no write of the state that was under way can put the build on show.
  const { versions } = await changeState(calls, base, token, () => ({ build: { ...build, dropped: true } }), options);
  const keeping = keepingOf(base);
  await calls.deletePoints(keeping, all(writtenIn(epoch)), options);
  await undoCounts(calls, base, shown, options);
  await calls.deletePayload(keeping, ['until'], all(endedIn(epoch)), options);
  if (shown !== undefined) {
    for (const name of namesOf(base, shown.version)) {
      await calls.deletePoints(name, all(writtenIn(epoch)), options);
      await calls.deletePayload(name, ['until'], all(endedIn(epoch)), options);
    }
    await calls.setPayload(keeping, { vectors: [shown.version] }, namingOthers(shown.version), options);
  }
  await dropSpaces(calls, base, shown?.spaceId, options);
  await dropVersions(calls, base, versions, shown?.version, options);
  await changeState(
    calls,
    base,
    token,
    ({ dropped }) => ({ build: undefined, dropped: [...dropped, epoch].slice(-DROPPED_KEPT) }),
    options,
  );
}
