/** Waits until every write has ended, then rejects with the first failure: none is under way any more when the caller goes on. */
export async function allDone(writes: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(writes)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
}
