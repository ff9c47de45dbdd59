import type { CallOptions } from '@ibid/core/types';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { isCopiesDiffer } from './is-copies-differ.ts';
import { readState } from './state-point.ts';

/** Whether there is a state, even one that cannot be read for now because its copies differ. */
export async function isThere(calls: QdrantCalls, base: string, options: CallOptions | undefined): Promise<boolean> {
  try {
    return (await readState(calls, base, options)) !== undefined;
  } catch (error) {
    if (isCopiesDiffer(error)) return true;
    throw error;
  }
}
