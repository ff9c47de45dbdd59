import { IbidError, untilAborted } from '@ibid/core';
import type { AnswerEvent } from '@ibid/core/types';
import type { StreamEncoder } from '@ibid/wire';

export interface RunSignal extends Disposable {
  /** Aborted with an `IbidError`: `TIMED_OUT`, `CLOSED` or `ABORTED`. */
  readonly signal: AbortSignal;
  /** Call when the client has left. */
  readonly leave: () => void;
}

/** Combines everything that can end a run early into one signal: deadline, server shutdown, client disconnect. Dispose it after the run. */
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
 * Yields the events of a run with exactly one terminal event at the end, even if the run throws, stops early, continues after its end, or
 * ignores the signal. On abort it ends at once with the reason's code, without waiting for the run.
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
      // A run that noticed the abort itself does not have the reason for it.
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
    // Not awaited, because a run that ignores the signal must not delay the reply.
    void Promise.resolve(iterator?.return?.()).catch(() => undefined);
  }
}

/** Writes a run as a response body: each event immediately, and a heartbeat if nothing else was written for a while. */
export function eventStream(
  events: AsyncIterator<AnswerEvent>,
  options: {
    readonly encoder: StreamEncoder;
    /** Returns the frames that end a stream after a failure. */
    readonly lastWords: () => readonly string[];
    readonly heartbeatMs: number;
    /** Called when the client has closed the connection. */
    readonly onLeave: () => void;
    /** Called if an event could not be produced or encoded; the stream then ends with an error. */
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
      // Enqueueing throws after the client has left. The rest of the run then has no reader.
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
          // The response head has been sent, so the error must be reported by the stream's last event.
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
