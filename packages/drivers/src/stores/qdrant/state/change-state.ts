import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import type { Filter, QdrantCalls } from '../client/qdrant-calls.ts';
import { keepingOf } from '../layout.ts';
import { readState, STATE_ID, statePayload, type StoreState } from './state-point.ts';

/** The state as long as these fields of it stand as given. */
export function stateWhere(fields: Partial<Pick<StoreState, 'token' | 'beat' | 'turn'>>): Filter {
  return {
    must: [{ has_id: [STATE_ID] }, ...Object.entries(fields).map(([key, value]) => ({ key, match: { value } }))],
  };
}

/**
 * Changes the state if the writer with `token` still has the place and nothing else changed it since it was read: Qdrant looks at the
 * filter at the moment when it applies the write. Resolves with the state after the change. Rejects with `STORE_BUSY` when the place
 * is lost. After any other rejection the change may still come, until the next change.
 */
export async function changeState(
  calls: QdrantCalls,
  base: string,
  token: string,
  change: (state: StoreState) => Partial<StoreState>,
  options?: CallOptions,
): Promise<StoreState> {
  const before = await requireState(calls, base, token, options);
  const own = randomUUID();
  const payload = statePayload({ ...change(before), turn: before.turn + 1, change: own });
  await calls.setPayload(keepingOf(base), payload, stateWhere({ token, turn: before.turn }), options);
  for (const pause of PAUSES_MS) {
    const after = await requireState(calls, base, token, options);
    if (after.change === own) return after;
    // One that was sent earlier, and not answered, came first.
    if (after.turn !== before.turn) break;
    // A copy of the collection may take the write a little later than the one that answered.
    await sleep(pause, undefined, { signal: options?.signal });
  }
  throw lostPlace(base);
}

const PAUSES_MS: readonly number[] = [50, 200, 800];

/** The state, which must name this writer. */
export async function requireState(
  calls: QdrantCalls,
  base: string,
  token: string,
  options?: CallOptions,
): Promise<StoreState> {
  const state = await readState(calls, base, options);
  if (state?.token !== token) throw lostPlace(base);
  return state;
}

/** For a holder that could not raise its counter for so long, although nobody may have taken the place. */
export function unprovenPlace(base: string, trustMs: number): IbidError {
  return new IbidError(
    'STORE_BUSY',
    `Qdrant has not confirmed for ${Math.round(trustMs / 1000)} s that this process still holds the place of the writer of \`${base}\`, ` +
      'so it wrote nothing more; index again, which goes on from here. If Qdrant takes so long for large writes, raise `timeoutMs`',
    { retryable: true },
  );
}

export function lostPlace(base: string): IbidError {
  return new IbidError(
    'STORE_BUSY',
    `Another process took over the writing of the collection \`${base}\`; begin the build again`,
    { retryable: true },
  );
}
