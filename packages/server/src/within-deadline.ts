/**
 * What `work` comes to, or a rejection once `deadlineMs` have gone by or the caller has left: work that ignores its signal is not waited
 * for either.
 */
export async function withinDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { signal, deadlineMs }: { readonly signal: AbortSignal; readonly deadlineMs: number },
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('It took too long.', 'TimeoutError')), deadlineMs);
  const both = AbortSignal.any([signal, late.signal]);
  const { promise: given, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(both.reason);
  both.addEventListener('abort', giveUp, { once: true });
  try {
    both.throwIfAborted();
    const done = work(both);
    done.catch(() => undefined);
    return await Promise.race([done, given]);
  } finally {
    clearTimeout(timer);
    both.removeEventListener('abort', giveUp);
  }
}
