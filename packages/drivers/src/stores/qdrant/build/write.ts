import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { changeState, requireState } from '../state/change-state.ts';
import type { StoreState } from '../state/state-point.ts';
import { heldCalls } from './held-calls.ts';
import { loadBuild } from './load-build.ts';
import type { OpenBuild } from './open-build.ts';
import { currentBuild, guard, whyLost, type Session } from './session.ts';

/** What the holder of the writer's place works with. */
export interface Held {
  /** Write only while the place is held. */
  readonly calls: QdrantCalls;
  readonly base: string;
  readonly token: string;
  /** Aborted with the caller's signal, and when the writer's place is lost. */
  readonly options: CallOptions;
}

/** What one write of a build works with. */
export interface Writing extends Held {
  readonly build: OpenBuild;
  /** As it was right before the write. */
  readonly state: StoreState;
}

/**
 * One write: refuses without the writer's place, reads the build anew when the write before it failed, and takes care that this one is
 * known to be unfinished until it is done.
 */
export async function write<T>(
  session: Session,
  given: CallOptions | undefined,
  action: (writing: Writing) => Promise<T>,
): Promise<T> {
  return withPlace(session, given, async (held) => {
    const { options } = held;
    currentBuild(session);
    const state = await settle(session, held, await guard(session, options));
    if (currentBuild(session).stale) await reload(session, state, options);
    const build = currentBuild(session);
    build.stale = true;
    try {
      const result = await action({ ...held, build, state });
      build.stale = false;
      return result;
    } catch (error) {
      // Found before anything was written.
      if (IbidError.is(error, 'INVALID_REQUEST') || IbidError.is(error, 'BUILD_INCOMPLETE')) build.stale = false;
      throw error;
    }
  });
}

/** Runs with the caller's signal and the place's together; what fails because the place was lost says so. */
export async function withPlace<T>(
  session: Session,
  given: CallOptions | undefined,
  action: (held: Held) => Promise<T>,
): Promise<T> {
  currentBuildOrPlace(session);
  const place = session.place!;
  try {
    const signals = given?.signal === undefined ? [place.lost] : [given.signal, place.lost];
    const { lease } = place;
    const calls = heldCalls(session.calls, lease);
    return await action({
      calls,
      base: session.base,
      token: lease.token,
      options: { signal: AbortSignal.any(signals) },
    });
  } catch (error) {
    if (place.lost.aborted && !IbidError.is(error, 'INVALID_REQUEST')) throw whyLost(place, session.base);
    throw error;
  }
}

function currentBuildOrPlace(session: Session): void {
  if (session.place === undefined) currentBuild(session);
}

/** Makes sure that a publish which was not answered is done, or can never be. */
export async function settle(
  session: Session,
  { calls, base, token, options }: Held,
  state: StoreState,
): Promise<StoreState> {
  const build = currentBuild(session);
  if (!build.unsettled) return state;
  const settled = await changeState(calls, base, token, () => ({}), options).catch(async (error: unknown) => {
    if (!IbidError.is(error, 'STORE_BUSY')) throw error;
    return requireState(calls, base, token, options);
  });
  build.unsettled = false;
  return settled;
}

async function reload(session: Session, state: StoreState, options: CallOptions): Promise<void> {
  const { build: record } = state;
  if (record === undefined || record.dropped || record.epoch !== session.build?.record.epoch) {
    throw new IbidError('STORE_BUSY', 'The build was published or given up meanwhile; begin another');
  }
  session.build = await loadBuild(session.calls, session.base, state, { isNew: false }, options);
}
