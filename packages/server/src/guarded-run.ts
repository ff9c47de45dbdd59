import { IbidError } from '@ibid/core';
import type { AnswerEvent } from '@ibid/core/types';

type RunError = Extract<AnswerEvent, { type: 'run-error' }>;

/**
 * The events of a run with exactly one terminal event at the end, whatever the run does: throw, stop short, go on after
 * its end, or ignore the signal. On abort the reason's code ends it at once, without waiting for the run.
 */
export async function* guardedRun(
  start: () => AsyncIterable<AnswerEvent>,
  signal: AbortSignal,
  onThrow: (cause: unknown) => void,
): AsyncGenerator<AnswerEvent> {
  let iterator: AsyncIterator<AnswerEvent> | undefined;
  try {
    iterator = start()[Symbol.asyncIterator]();
    for (;;) {
      const step = await untilAborted(iterator.next(), signal);
      if (step.done === true) throw new IbidError('UPSTREAM_FAILED', 'The run ended without an answer.');
      const event = step.value;
      // A run that noticed the abort itself knows only that it was stopped, not why.
      if (event.type === 'run-error' && signal.aborted) throw signal.reason;
      yield event;
      if (event.type === 'run-end' || event.type === 'run-error') return;
    }
  } catch (cause) {
    onThrow(cause);
    yield toRunError(cause);
  } finally {
    // Not awaited: a run that ignores the signal must not hold the reply.
    void Promise.resolve(iterator?.return?.()).catch(() => undefined);
  }
}

function toRunError(cause: unknown): RunError {
  return IbidError.is(cause)
    ? { type: 'run-error', code: cause.code, message: cause.message }
    : { type: 'run-error', code: 'UPSTREAM_FAILED', message: 'The run failed.' };
}

async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    void promise.catch(() => undefined);
    throw signal.reason;
  }
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    void promise.catch(() => undefined);
  }
}
