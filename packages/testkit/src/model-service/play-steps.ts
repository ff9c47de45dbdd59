import type { ServerResponse } from 'node:http';
import type { WireStep } from './wire-step.ts';

/** What became of a reply, filled in while it is played. */
export interface Played {
  /** Of the body. */
  bytesWritten: number;
  readonly billed: { outputTokens: number };
  /** Every step was taken. */
  isComplete: boolean;
}

/** A reset drops what the reader has not read yet, so it waits this long. */
const BEFORE_RESET_MS = 20;

/** Takes the steps one after the other, no faster than the client reads. Returns early when `signal` says that the connection is gone. */
export async function playSteps(
  steps: readonly WireStep[],
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  played: Played,
  signal: AbortSignal,
): Promise<void> {
  const write = async (bytes: Uint8Array, tokens = 0): Promise<void> => {
    if (bytes.length === 0) return;
    played.billed.outputTokens += tokens;
    played.bytesWritten += bytes.length;
    if (!response.write(bytes)) await orGone(signal, (resolve) => response.once('drain', resolve));
  };
  for (const step of steps) {
    if (signal.aborted) return;
    switch (step.do) {
      case 'head':
        response.writeHead(step.status, { ...headers, ...step.headers });
        response.flushHeaders();
        break;
      case 'write':
        await write(step.bytes, step.tokens);
        break;
      case 'wait':
        await pause(step.ms, signal);
        break;
      case 'repeat':
        while (!signal.aborted) {
          await write(step.bytes, step.tokens);
          await pause(step.everyMs, signal);
        }
        break;
      case 'hang':
        await orGone(signal, () => undefined);
        break;
      case 'end':
        await orGone(signal, (resolve) => response.end(resolve));
        break;
      case 'cut':
        await flushed(response, signal);
        response.socket?.destroySoon();
        break;
      case 'reset':
        await flushed(response, signal);
        await pause(BEFORE_RESET_MS, signal);
        response.socket?.resetAndDestroy();
        break;
    }
  }
  played.isComplete = !signal.aborted;
}

/** Until what was written so far is with the operating system. */
async function flushed(response: ServerResponse, signal: AbortSignal): Promise<void> {
  if (!response.headersSent) return;
  await orGone(signal, (resolve) => response.socket?.write('', () => resolve()));
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await orGone(signal, (resolve) => {
    timer = setTimeout(resolve, ms).unref();
  });
  clearTimeout(timer);
}

/** Waits for `start` to resolve it, or for the connection to go. */
function orGone(signal: AbortSignal, start: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    start(end);
  });
}
