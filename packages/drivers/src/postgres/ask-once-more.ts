import { setTimeout as sleep } from 'node:timers/promises';
import { IbidError } from '@ibid/core';

const ATTEMPTS = 5;
/** A connection that had broken before it was used costs one attempt; a server that is away need not be asked five times. */
const ATTEMPTS_LOST = 2;
const PAUSE_MS = 10;

/** Whether what lost to others, or lost its connection before anything was written, is to be done anew after so many attempts. */
export function mayAskOnceMore(error: unknown, isLost: boolean, attempt: number): boolean {
  if (!IbidError.is(error) || error.details['outcome'] !== undefined) return false;
  if (isLost) return error.code === 'UPSTREAM_FAILED' && error.retryable && attempt < ATTEMPTS_LOST;
  const state = error.details['sqlState'];
  return (state === '40001' || state === '40P01') && attempt < ATTEMPTS;
}

/** Spread, so that those who lost to each other do not meet again. */
export async function pauseBeforeOnceMore(attempt: number): Promise<void> {
  await sleep(PAUSE_MS * 2 ** attempt * Math.random());
}
