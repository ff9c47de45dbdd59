/** Rejects if the promise has not settled after `milliseconds`, so that a hanging call fails its test instead of stopping the run. */
export async function withDeadline<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timeout = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timeout);
  }
}
