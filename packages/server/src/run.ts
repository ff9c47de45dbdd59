import { IbidError } from '@ibid/core';
import type { AnswerEvent } from '@ibid/core/types';
import type { StreamEncoder } from '@ibid/wire';

export interface RunSignal extends Disposable {
  /** Aborted with an `IbidError`: `TIMED_OUT`, `CLOSED` or `ABORTED`. */
  readonly signal: AbortSignal;
  /** The client has left. */
  readonly leave: () => void;
}

/** One signal for all that can end a run early: the deadline, the server's end, the client's leave. Dispose it with the run. */
export function runSignal(options: {
  readonly client: AbortSignal;
  readonly shutdown: AbortSignal | undefined;
  readonly deadlineMs: number;
}): RunSignal {
  const { client, shutdown, deadlineMs } = options;
  const controller = new AbortController();
  const abort = (code: 'TIMED_OUT' | 'CLOSED' | 'ABORTED', message: string): void =>
    controller.abort(new IbidError(code, message, { retryable: true }));
  const leave = (): void => abort('ABORTED', 'The client has left.');
  const close = (): void => abort('CLOSED', 'The server is shutting down.');
  const timer = setTimeout(() => abort('TIMED_OUT', `The answer took more than ${deadlineMs} ms.`), deadlineMs);
  if (client.aborted) leave();
  else client.addEventListener('abort', leave);
  if (shutdown?.aborted === true) close();
  else shutdown?.addEventListener('abort', close);
  return {
    signal: controller.signal,
    leave,
    [Symbol.dispose]() {
      clearTimeout(timer);
      client.removeEventListener('abort', leave);
      shutdown?.removeEventListener('abort', close);
    },
  };
}

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
    yield IbidError.is(cause)
      ? { type: 'run-error', code: cause.code, message: cause.message }
      : { type: 'run-error', code: 'UPSTREAM_FAILED', message: 'The run failed.' };
  } finally {
    // Not awaited: a run that ignores the signal must not hold the reply.
    void Promise.resolve(iterator?.return?.()).catch(() => undefined);
  }
}

/** Returns the promise's result, or rejects with the signal's reason as soon as it is aborted. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
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

/** Writes a run as one response body: each event at once, a heartbeat when nothing else was written for a while. */
export function eventStream(
  events: AsyncIterator<AnswerEvent>,
  options: {
    readonly encoder: StreamEncoder;
    /** The frames that end a stream which has failed on the way. */
    readonly lastWords: () => readonly string[];
    readonly heartbeatMs: number;
    /** The client has closed the connection. */
    readonly onLeave: () => void;
    /** An event could not be made or put into words; the stream ends with an error instead. */
    readonly onFault: (cause: unknown) => void;
    readonly onEnd: () => void;
  },
): ReadableStream<Uint8Array> {
  const { encoder, lastWords, heartbeatMs, onLeave, onFault, onEnd } = options;
  const utf8 = new TextEncoder();
  let heartbeat: NodeJS.Timeout | undefined;
  let ended = false;
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      // Enqueueing after the client has left throws; what is left of the run has no reader then.
      const write = (text: string): void => {
        try {
          controller.enqueue(utf8.encode(text));
        } catch {
          onLeave();
        }
      };
      heartbeat = setInterval(() => write(encoder.heartbeat), heartbeatMs);
      void (async () => {
        for (let step = await events.next(); step.done !== true; step = await events.next()) {
          for (const frame of encoder.encode(step.value)) write(frame);
          ended ||= step.value.type === 'run-end' || step.value.type === 'run-error';
          heartbeat.refresh();
        }
      })()
        .catch((cause: unknown) => {
          // The head has been sent, so an internal error must be reported by the stream's last event.
          onFault(cause);
          for (const frame of ended ? [] : lastWords()) write(frame);
        })
        .finally(() => {
          clearInterval(heartbeat);
          onEnd();
          try {
            controller.close();
          } catch {
            // Already cancelled by the client.
          }
        });
    },
    cancel() {
      clearInterval(heartbeat);
      onLeave();
    },
  });
}
