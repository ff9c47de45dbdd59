import { IbidError, untilAborted } from '@ibid/core';
import type { Answer, AnswerEvent } from '@ibid/core/types';
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
  const listening = new AbortController();
  const abort = (code: 'TIMED_OUT' | 'CLOSED' | 'ABORTED', message: string): void =>
    controller.abort(new IbidError(code, message, { retryable: true }));
  const leave = (): void => abort('ABORTED', 'The client has left.');
  const close = (): void => abort('CLOSED', 'The server is shutting down.');
  const timer = setTimeout(() => abort('TIMED_OUT', `The answer took more than ${deadlineMs} ms.`), deadlineMs);
  if (client.aborted) leave();
  if (shutdown?.aborted === true) close();
  client.addEventListener('abort', leave, { signal: listening.signal });
  shutdown?.addEventListener('abort', close, { signal: listening.signal });
  return {
    signal: controller.signal,
    leave,
    [Symbol.dispose]() {
      clearTimeout(timer);
      listening.abort();
    },
  };
}

/**
 * Yields the events of a run with exactly one terminal event at the end, even if the run throws, stops early, continues after its end, or
 * ignores the signal. On abort it ends at once with the reason's code, without waiting for the run.
 */
export async function* guardedRun(
  start: () => AsyncIterable<AnswerEvent>,
  {
    signal,
    record,
    observe,
  }: {
    readonly signal: AbortSignal;
    /** Saves the answer before it is shown as finished, so that no answer a reader has seen is lost. If it rejects, the run has failed. */
    readonly record: (answer: Answer) => Promise<void> | undefined;
    /** Called with each event before it is yielded. What it throws ends the generator. */
    readonly observe: (event: AnswerEvent) => void;
  },
): AsyncGenerator<AnswerEvent> {
  let iterator: AsyncIterator<AnswerEvent> | undefined;
  const nextEvent = async (): Promise<AnswerEvent> => {
    try {
      iterator ??= start()[Symbol.asyncIterator]();
      const { done, value: event } = await untilAborted(iterator.next(), signal);
      if (done === true) throw new IbidError('UPSTREAM_FAILED', 'The run ended without an answer.');
      // A run that noticed the abort itself does not have the reason for it.
      if (event.type === 'run-error' && signal.aborted) throw signal.reason;
      if (event.type === 'run-end') await untilAborted(Promise.resolve(record(event.answer)), signal);
      return event;
    } catch (cause) {
      const isKnown = IbidError.is(cause);
      const [code, message] = isKnown ? [cause.code, cause.message] : (['UPSTREAM_FAILED', 'The run failed.'] as const);
      return { type: 'run-error', code, message, cause };
    }
  };
  try {
    let event: AnswerEvent;
    do {
      event = await nextEvent();
      observe(event);
      yield event;
    } while (event.type !== 'run-end' && event.type !== 'run-error');
  } finally {
    // Not awaited, because a run that ignores the signal must not delay the reply.
    void Promise.resolve(iterator?.return?.()).catch(() => undefined);
  }
}

/** An SSE comment, which every client ignores. It keeps proxies from closing the connection. */
const HEARTBEAT = ': still here\n\n';

/** Writes a run as a response body: each event immediately, and a heartbeat if nothing else was written for a while. */
export function eventStream(options: {
  /** Events that have already happened. */
  readonly opening: readonly AnswerEvent[];
  readonly events: AsyncIterable<AnswerEvent>;
  readonly encoder: StreamEncoder;
  readonly heartbeatMs: number;
  /** Called when the client has closed the connection. */
  readonly onLeave: () => void;
  /** Called if an event could not be produced or encoded; the stream then ends with an error. */
  readonly onFault: (cause: unknown) => void;
  readonly onEnd: () => void;
}): ReadableStream<Uint8Array> {
  const { opening, events, encoder, heartbeatMs, onLeave, onFault, onEnd } = options;
  const utf8 = new TextEncoder();
  let heartbeat: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      // Enqueueing throws after the client has left. The rest of the run then has no reader.
      const write = (text: string): void => {
        try {
          controller.enqueue(utf8.encode(text));
        } catch {
          onLeave();
        }
      };
      heartbeat = setInterval(() => write(HEARTBEAT), heartbeatMs);
      const take = (event: AnswerEvent): void => {
        for (const frame of encoder.encode(event)) write(frame);
        heartbeat?.refresh();
      };
      void (async () => {
        try {
          opening.forEach(take);
          for await (const event of events) take(event);
        } catch (cause) {
          // The response head has been sent, so the error must be reported by the stream's last event.
          onFault(cause);
          take({ type: 'run-error', code: 'UPSTREAM_FAILED', message: '' });
        } finally {
          clearInterval(heartbeat);
          onEnd();
          try {
            controller.close();
          } catch {
            // Already cancelled by the client.
          }
        }
      })();
    },
    cancel() {
      clearInterval(heartbeat);
      onLeave();
    },
  });
}
