import type { CallOptions } from '@ibid/core/types';
import { acquireLease } from '../state/lease.ts';
import { readState } from '../state/state-point.ts';
import type { Session } from './session.ts';

/** Keeps the place that the session has, unless another process took it over meanwhile. Rejects with `STORE_BUSY`. */
export async function takePlace(session: Session, options: CallOptions | undefined): Promise<void> {
  const { calls, base, lock, place } = session;
  if (place !== undefined) {
    const state = await readState(calls, base, options);
    if (!place.lost.aborted && state?.token === place.lease.token) return;
    await giveUpPlace(session);
  }
  const held = await lock?.acquire(options);
  try {
    const lease = await acquireLease(calls, base, session, options);
    session.place = {
      lease,
      lost: held === undefined ? lease.lost : AbortSignal.any([lease.lost, held.lost]),
      release: async () => {
        await lease.release().finally(() => held?.release());
      },
    };
  } catch (error) {
    await held?.release();
    throw error;
  }
}

/** Never rejects: a place that cannot be given back is free once nothing beats for it any more. */
export async function giveUpPlace(session: Session): Promise<void> {
  const { place } = session;
  session.place = undefined;
  session.build = undefined;
  await place?.release().catch(() => undefined);
}
