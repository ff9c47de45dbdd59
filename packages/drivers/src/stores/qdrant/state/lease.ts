/**
 * The writer's place: the token in the state. Taking it, and every change of the state, is one write on condition of the token, so a
 * holder that was taken for dead can publish nothing after another took over, whatever the clocks say.
 *
 * Life shows in a counter that the holder raises every second. A contender takes over at once when the holder's process is gone from
 * the same host and process namespace; otherwise it watches the counter, and takes over only after it has stood still for the whole
 * patience. A holder that could not raise it for a good part of that time gives the place up by itself and stops what it is writing,
 * because points can be written without any condition. How long both are follows from how long the holder's own requests may take, as a
 * raise waits behind what is being written (`spansOf`); so the holder's patience stands in the state, and contenders keep to that.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import { isGone, ownProcess } from '../../../files/holder-process.ts';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { keepingOf } from '../layout.ts';
import { lostPlace, stateWhere, unprovenPlace } from './change-state.ts';
import { isCopiesDiffer } from './is-copies-differ.ts';
import { levelCopies } from './level-copies.ts';
import type { Spans } from './spans-of.ts';
import { readState, statePayload, type StoreState } from './state-point.ts';

const BEAT_MS = 1000;
const LOOK_MS = 200;
/** For giving the place back, milliseconds: nobody should wait long for that. */
const RELEASE_MS = 2000;

export interface Lease {
  readonly token: string;
  /** Aborted once the place is lost, or cannot be shown to be held. */
  readonly lost: AbortSignal;
  /** Throws `STORE_BUSY` unless the place is held as far as can be known without asking. */
  prove(): void;
  release(): Promise<void>;
}

export interface Contender {
  /** Of this process, should it get the place; its patience also counts where a holder gave none. */
  readonly spans: Spans;
  /** Tokens that this process gave back; Qdrant may not have heard of it. */
  readonly givenBack: Set<string>;
}

interface TakenPlace extends Contender {
  readonly token: string;
  readonly beat: number;
  /** When it was asked for, on a clock that never goes back. */
  readonly since: number;
}

/** Takes the place, or rejects with `STORE_BUSY` when a live holder has it. */
export async function acquireLease(
  calls: QdrantCalls,
  base: string,
  contender: Contender,
  options?: CallOptions,
): Promise<Lease> {
  const { givenBack, spans } = contender;
  const before = await freeState(calls, base, contender, options);
  const token = randomUUID();
  const { patienceMs } = spans;
  const taken = { token, ...ownProcess(), patience: patienceMs, beat: before.beat + 1, turn: before.turn + 1 };
  const asSeen = stateWhere({ token: before.token, beat: before.beat });
  const asked = performance.now();
  try {
    await calls.setPayload(keepingOf(base), statePayload(taken), asSeen, options);
    const after = await readState(calls, base, options);
    if (after === undefined) throw lostPlace(base);
    if (after.token !== token) throw busy(base, after);
  } catch (error) {
    givenBack.add(token);
    await giveBack(calls, base, token).catch(() => undefined);
    throw error;
  }
  return holdLease(calls, base, { token, beat: taken.beat, since: asked, givenBack, spans });
}

function holdLease(calls: QdrantCalls, base: string, taken: TakenPlace): Lease {
  const { token, since, givenBack } = taken;
  const { trustMs } = taken.spans;
  const losing = new AbortController();
  let { beat } = taken;
  let proven = since;
  let beating = false;
  const raise = async (): Promise<void> => {
    const asked = performance.now();
    const signal = AbortSignal.any([losing.signal, AbortSignal.timeout(trustMs)]);
    beat++;
    await calls.setPayload(keepingOf(base), { beat }, stateWhere({ token }), { signal });
    const state = await readState(calls, base, { signal });
    if (state?.token === token) proven = asked;
    else losing.abort(lostPlace(base));
  };
  /** After a pause of the whole process this may be asked before any timer has run. */
  const doubt = (): void => {
    if (performance.now() - proven > trustMs) losing.abort(unprovenPlace(base, trustMs));
  };
  const timer = setInterval(() => {
    doubt();
    if (beating || losing.signal.aborted) return;
    beating = true;
    raise()
      // The next beat comes long before anyone's patience ends.
      .catch(() => undefined)
      .finally(() => {
        beating = false;
      });
  }, BEAT_MS);
  timer.unref();
  return {
    token,
    lost: losing.signal,
    prove() {
      doubt();
      losing.signal.throwIfAborted();
    },
    async release() {
      clearInterval(timer);
      losing.abort(lostPlace(base));
      givenBack.add(token);
      await giveBack(calls, base, token);
    },
  };
}

async function giveBack(calls: QdrantCalls, base: string, token: string): Promise<void> {
  const signal = AbortSignal.timeout(RELEASE_MS);
  await calls.setPayload(keepingOf(base), { token: '' }, stateWhere({ token }), { signal });
}

/** The state at the moment when the place was found free, or its holder dead. */
async function freeState(
  calls: QdrantCalls,
  base: string,
  { spans, givenBack }: Contender,
  options: CallOptions | undefined,
): Promise<StoreState> {
  const isFree = (state: StoreState): boolean => state.token === '' || givenBack.has(state.token) || isGone(state);
  const first = await agreedState(calls, base, spans.patienceMs, options);
  if (isFree(first)) return first;
  const patienceMs = first.patience || spans.patienceMs;
  const start = performance.now();
  while (performance.now() - start < patienceMs) {
    await sleep(Math.min(LOOK_MS, patienceMs), undefined, { signal: options?.signal });
    const now = await requiredState(calls, base, options);
    if (isFree(now)) return now;
    if (now.beat !== first.beat || now.token !== first.token) throw busy(base, now);
  }
  return first;
}

/** Copies that differ for so long that no holder can have seen his own beats any more are brought to say the same. */
async function agreedState(
  calls: QdrantCalls,
  base: string,
  patienceMs: number,
  options: CallOptions | undefined,
): Promise<StoreState> {
  const start = performance.now();
  for (;;) {
    try {
      return await requiredState(calls, base, options);
    } catch (error) {
      if (!isCopiesDiffer(error)) throw error;
      if (performance.now() - start < patienceMs) continue;
      await levelCopies(calls, base, options);
      return requiredState(calls, base, options);
    }
  }
}

async function requiredState(calls: QdrantCalls, base: string, options: CallOptions | undefined): Promise<StoreState> {
  const state = await readState(calls, base, options);
  if (state !== undefined) return state;
  throw new IbidError('INDEX_DAMAGED', `The collection \`${keepingOf(base)}\` was removed while it was written to`);
}

function busy(base: string, { host, space, pid }: StoreState): IbidError {
  const where = space !== '' && space === ownProcess().space ? `process ${pid}` : `process ${pid} on \`${host}\``;
  return new IbidError('STORE_BUSY', `The collection \`${base}\` is being written by ${where}; wait until it is done`, {
    retryable: true,
  });
}
