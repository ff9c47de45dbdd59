import type { ChunkStore, ErrorCode } from '@ibid/core/types';
import { IbidError } from '@ibid/core';
import { openPlace, type StorePlace } from './store-fixture.ts';

/** What a store may honestly lack; a rule that needs it is then shown as skipped. */
export type StoreCapability = 'durable' | 'cache' | 'terms';

/** One promise of the store contract; `run` rejects when the store breaks it. */
export interface StoreRule {
  readonly title: string;
  readonly needs?: StoreCapability;
  run(store: ChunkStore, place: StorePlace): Promise<void>;
}

/** Opens a store of the place, keeps the rule to it, and closes it whatever happens. */
export async function keepRule(rule: StoreRule, place: StorePlace): Promise<void> {
  const store = await openPlace(place);
  try {
    await rule.run(store, place);
  } finally {
    await store.close();
  }
}

/** The code that the work rejects with; `none` when it succeeds, `foreign` for an error that is no `IbidError`. */
export async function rejection(work: Promise<unknown>): Promise<ErrorCode | 'none' | 'foreign'> {
  try {
    await work;
    return 'none';
  } catch (error) {
    return IbidError.is(error) ? error.code : 'foreign';
  }
}
