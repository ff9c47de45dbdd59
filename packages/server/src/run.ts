import { IbidError, untilAborted } from '@ibid/core';
import type { Answer, AnswerEvent } from '@ibid/core/types';
import type { AppContext, CallNotes } from './call.ts';

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
  const abort = (code: 'TIMED_OUT' | 'CLOSED', message: string): void =>
    controller.abort(new IbidError(code, message, { retryable: true }));
  const leave = (): void => controller.abort(clientLeft());
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

function clientLeft(): IbidError {
  return new IbidError('ABORTED', 'The client has left.', { retryable: true });
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
const utf8 = new TextEncoder();

/**
 * Makes a body of parts, and reports the request when it ends. A failure in the middle cannot change the status any more: it breaks the
 * connection off, so that clients notice, and is noted.
 */
export function reportedBody(
  c: AppContext,
  parts: AsyncGenerator<string | Uint8Array>,
  {
    heartbeatMs,
    onLeave,
    onEnd,
  }: {
    /** Milliseconds without a part after which a heartbeat is sent. If given, parts are sent as they come, else as the client takes them. */
    readonly heartbeatMs?: number;
    /** Called if the client leaves before the end. */
    readonly onLeave?: () => void;
    readonly onEnd?: () => void;
  } = {},
): ReadableStream<Uint8Array> {
  const notes = c.get('notes');
  notes.stillOpen = true;
  let heartbeat: NodeJS.Timeout | undefined;
  let hasEnded = false;
  const end = (failure: Pick<CallNotes, 'code' | 'cause' | 'brokenOff'> = {}): void => {
    // A part may still be on its way for a client that has left.
    if (hasEnded) return;
    hasEnded = true;
    clearInterval(heartbeat);
    Object.assign(notes, failure);
    notes.stillOpen = false;
    onEnd?.();
    notes.onEnd?.();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (heartbeatMs === undefined) return;
        heartbeat = setInterval(() => controller.enqueue(utf8.encode(HEARTBEAT)), heartbeatMs);
      },
      async pull(controller) {
        try {
          const { done, value } = await parts.next();
          if (hasEnded) return;
          heartbeat?.refresh();
          if (done !== true) return controller.enqueue(typeof value === 'string' ? utf8.encode(value) : value);
          end();
          controller.close();
        } catch (cause) {
          end({ code: IbidError.is(cause) ? cause.code : 'INTERNAL', cause, brokenOff: true });
          // The adapter prints it, and the cause may hold text of pages.
          controller.error(new Error('The reply was broken off.'));
        }
      },
      async cancel() {
        onLeave?.();
        end({ code: 'ABORTED', cause: clientLeft(), brokenOff: true });
        await parts.return(undefined);
      },
    },
    { highWaterMark: heartbeatMs === undefined ? 0 : Infinity },
  );
}
