import type { ServerResponse } from 'node:http';
import type { WireStep } from './script.ts';

/** Result of a reply, updated while it is played. */
export interface Played {
  readonly billed: { outputTokens: number };
  /** True if all steps were done. */
  isComplete: boolean;
}

/** Delay before a reset, which discards data that the client has not read yet. */
const BEFORE_RESET_MS = 20;

/** Performs the steps in order, no faster than the client reads. Returns early when `signal` reports that the connection is closed. */
export async function playSteps(
  steps: readonly WireStep[],
  response: ServerResponse,
  played: Played,
  signal: AbortSignal,
): Promise<void> {
  for (const step of steps) {
    if (signal.aborted) return;
    switch (step.do) {
      case 'head':
        response.writeHead(step.status, step.headers).flushHeaders();
        break;
      case 'write':
        played.billed.outputTokens += step.tokens ?? 0;
        if (!response.write(step.bytes)) await orGone(signal, (resolve) => response.once('drain', resolve));
        break;
      case 'wait':
        await pause(step.ms, signal);
        break;
      case 'hang':
        await orGone(signal, () => undefined);
        break;
      case 'end':
        await orGone(signal, (resolve) => response.end(resolve));
        break;
      case 'reset':
        if (response.headersSent) await orGone(signal, (resolve) => response.socket?.write('', () => resolve()));
        await pause(BEFORE_RESET_MS, signal);
        response.socket?.resetAndDestroy();
        break;
    }
  }
  played.isComplete = !signal.aborted;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await orGone(signal, (resolve) => {
    timer = setTimeout(resolve, ms).unref();
  });
  clearTimeout(timer);
}

/** Waits until `start` resolves it or the connection closes. */
function orGone(signal: AbortSignal, start: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    start(end);
  });
}
