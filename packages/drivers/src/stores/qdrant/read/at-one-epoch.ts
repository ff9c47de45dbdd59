import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import type { ShownState } from '../layout.ts';
import { epochCounts, type EpochCounts } from '../search/epoch-counts.ts';
import { readShown } from '../state/state-point.ts';

/** What is on show, with the counts remembered for as long as it is. */
export interface ShownEpoch {
  readonly state: ShownState;
  readonly counts: EpochCounts;
}

/**
 * Reads what is on show as a whole. `read` is given the state last seen; when the state is still the same after its last reply, nothing that
 * was shown can have been removed under it. Otherwise it is done again under the new one. `undefined` before the first publish. Rejects with
 * `STORE_BUSY`, retryable, where the state moves on every time.
 */
export interface EpochReads {
  atOneEpoch<T>(read: (shown: ShownEpoch) => Promise<T>, call: CallOptions | undefined): Promise<T | undefined>;
  /** The same for reads whose result shows whether anything was missing: what is whole needs no look at the state after it, just one beside it. */
  wholeAtOneEpoch<T>(
    read: (shown: ShownEpoch) => Promise<T>,
    isWhole: (result: T) => boolean,
    call: CallOptions | undefined,
  ): Promise<T | undefined>;
  /** What is on show now. */
  look(call: CallOptions | undefined): Promise<ShownEpoch | undefined>;
}

const MOST_ATTEMPTS = 6;

export function epochReads(calls: QdrantCalls, base: string): EpochReads {
  let last: ShownEpoch | undefined;

  const look = async (call: CallOptions | undefined): Promise<ShownEpoch | undefined> => {
    const state = await readShown(calls, base, call);
    if (state === undefined) last = undefined;
    else if (last === undefined || !isSame(last.state, state))
      last = { state, counts: epochCounts(calls, base, state) };
    return last;
  };

  const reads: EpochReads = {
    look,
    async wholeAtOneEpoch(read, isWhole, call) {
      const shown = last;
      if (shown !== undefined) {
        const [outcome, now] = await Promise.all([settled(read(shown)), look(call)]);
        const { value } = outcome;
        if (now !== undefined && isSame(now.state, shown.state) && value !== undefined && isWhole(value)) return value;
      }
      return reads.atOneEpoch(read, call);
    },
    async atOneEpoch(read, call) {
      let shown = last ?? (await look(call));
      for (let attempt = 0; attempt < MOST_ATTEMPTS && shown !== undefined; attempt++) {
        const outcome = await settled(read(shown));
        const now = outcome.isFinal ? shown : await look(call);
        if (now !== undefined && isSame(now.state, shown.state)) {
          if (outcome.error !== undefined) throw outcome.error;
          return outcome.value;
        }
        shown = now;
      }
      if (shown === undefined) return undefined;
      throw new IbidError(
        'STORE_BUSY',
        `The index \`${base}\` was published anew during each of several reads; try again`,
        {
          retryable: true,
        },
      );
    },
  };
  return reads;
}

interface Outcome<T> {
  readonly value?: T;
  readonly error?: unknown;
  /** Whether it says nothing of the state: the caller gave up, or Qdrant did not answer. */
  readonly isFinal: boolean;
}

/** Collections of an old epoch may be gone, which shows as one error or another. */
async function settled<T>(reading: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await reading, isFinal: false };
  } catch (error) {
    const isFinal = FINAL.some((code) => IbidError.is(error, code));
    return { error, isFinal };
  }
}

const FINAL = ['ABORTED', 'TIMED_OUT', 'RATE_LIMITED', 'INVALID_CONFIG'] as const;

/** Epochs begin anew when someone deletes the collections and indexes again. */
function isSame(a: ShownState, b: ShownState): boolean {
  return a.epoch === b.epoch && a.version === b.version && a.lineage === b.lineage && a.publishedAt === b.publishedAt;
}
