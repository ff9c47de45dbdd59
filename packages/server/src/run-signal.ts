import { IbidError } from '@ibid/core';

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
