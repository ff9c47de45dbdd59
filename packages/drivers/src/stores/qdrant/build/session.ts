import { IbidError } from '@ibid/core';
import type { BuildLock, CallOptions } from '@ibid/core/types';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { lostPlace, requireState } from '../state/change-state.ts';
import type { Lease } from '../state/lease.ts';
import type { Spans } from '../state/spans-of.ts';
import type { StoreState } from '../state/state-point.ts';
import type { OpenBuild } from './open-build.ts';

/** What the verbs of one open store share. */
export interface Session {
  readonly calls: QdrantCalls;
  /** Name of the collection. */
  readonly base: string;
  readonly spans: Spans;
  /** Tokens of places that this store gave back. */
  readonly givenBack: Set<string>;
  readonly lock: BuildLock | undefined;
  place: Place | undefined;
  build: OpenBuild | undefined;
}

/** The writer's place, as long as this process has it. */
export interface Place {
  readonly lease: Lease;
  /** Aborted once the place is lost, here or in the shared lock. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** Throws `INVALID_REQUEST` where no build was begun, `STORE_BUSY` where the place is lost. */
export function currentBuild(session: Session): OpenBuild {
  if (session.build === undefined || session.place === undefined) {
    throw new IbidError('INVALID_REQUEST', 'No build is under way; call `beginBuild` first');
  }
  return session.build;
}

/** Why the place is lost, once it is. */
export function whyLost({ lost }: Pick<Place, 'lost'>, base: string): IbidError {
  return IbidError.is(lost.reason) ? lost.reason : lostPlace(base);
}

/** The state, after making sure that this process still has the writer's place. Called before each write. */
export async function guard({ calls, base, place }: Session, options: CallOptions): Promise<StoreState> {
  if (place === undefined) throw lostPlace(base);
  if (place.lost.aborted) throw whyLost(place, base);
  return requireState(calls, base, place.lease.token, options);
}
