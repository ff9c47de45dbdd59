import type { ChunkStore, ErrorCode } from '@ibid/core/types';
import { IbidError } from '@ibid/core';
import { openPlace, type StorePlace } from './store-fixture.ts';

/** Abilities that a store may lack; the rules that need them are shown as skipped. */
export type StoreCapability = 'durable' | 'cache' | 'terms';

/** One rule of the store contract; `run` rejects if the store breaks it. */
export interface StoreRule {
  readonly title: string;
  readonly needs?: StoreCapability;
  run(store: ChunkStore, place: StorePlace): Promise<void>;
}

/** Opens a store of the place, runs the rule, and always closes the store. */
export async function keepRule(rule: StoreRule, place: StorePlace): Promise<void> {
  const store = await openPlace(place);
  try {
    await rule.run(store, place);
  } finally {
    await store.close();
  }
}

/** Code with which `work` rejects; `none` if it succeeds, `foreign` for an error that is not an `IbidError`. */
export async function rejection(work: Promise<unknown>): Promise<ErrorCode | 'none' | 'foreign'> {
  try {
    await work;
    return 'none';
  } catch (error) {
    return IbidError.is(error) ? error.code : 'foreign';
  }
}
