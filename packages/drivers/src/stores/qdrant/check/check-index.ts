/**
 * Reads everything that is on show, batch by batch, and compares what is there twice: contents with passages, counts with sums,
 * references with what they refer to. Whatever a batch gives is reported only when the same generation is on show after it; else all begins
 * anew. Keeps the counts of terms in memory, and no more than a batch of the rest.
 */
import { IbidError } from '@ibid/core';
import type { CallOptions, Diagnostic } from '@ibid/core/types';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import type { ShownState } from '../layout.ts';
import { readState, type StoreState } from '../state/state-point.ts';
import { checkAlias } from './check-alias.ts';
import { checkCollections } from './check-collections.ts';
import { checkLeftovers } from './check-leftovers.ts';
import { checkPages } from './check-pages.ts';
import { checkTerms } from './check-terms.ts';
import { checkTotals } from './check-totals.ts';
import { tally, type Tally } from './tally.ts';

/** What one look at the index works with. */
export interface Checking {
  readonly calls: QdrantCalls;
  readonly base: string;
  readonly state: StoreState;
  readonly shown: ShownState;
  /** What the pages checked so far add up to. */
  readonly tally: Tally;
  readonly options: CallOptions | undefined;
}

/** Findings of one batch after another. */
export type Findings = AsyncGenerator<readonly Diagnostic[], void, undefined>;

const MOST_ATTEMPTS = 5;

export async function* checkIndex(
  calls: QdrantCalls,
  base: string,
  options: CallOptions | undefined,
): AsyncGenerator<Diagnostic, void, undefined> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const state = await readState(calls, base, options);
    if (state?.shown === undefined) return;
    if (yield* checkEpoch({ calls, base, state, shown: state.shown, tally: tally(), options })) return;
  }
  throw new IbidError('STORE_BUSY', `The index \`${base}\` was published anew while it was checked; check again`, {
    retryable: true,
  });
}

/** Whether the same generation was on show to the end. */
async function* checkEpoch(checking: Checking): AsyncGenerator<Diagnostic, boolean, undefined> {
  const { calls, base, shown, options } = checking;
  for (const check of [checkCollections, checkAlias, checkPages, checkTotals, checkTerms, checkLeftovers]) {
    const steps = check(checking);
    for (;;) {
      const step = await settled(steps.next());
      const now = await readState(calls, base, options);
      if (now?.shown?.epoch !== shown.epoch || now.shown.publishedAt !== shown.publishedAt) return false;
      if ('error' in step) throw step.error;
      if (step.value.done === true) break;
      yield* step.value.value;
    }
  }
  return true;
}

/** Collections of an earlier generation may be gone, which shows as one error or another. */
async function settled<T>(work: Promise<T>): Promise<{ readonly value: T } | { readonly error: unknown }> {
  try {
    return { value: await work };
  } catch (error) {
    return { error };
  }
}
