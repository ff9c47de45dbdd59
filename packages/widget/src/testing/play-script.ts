import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceScript } from './service-step.ts';

const STREAM_HEAD = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

/** Performs the steps in order; returns early when `gone` reports that the client has left. */
export async function playScript(
  script: ServiceScript,
  response: ServerResponse,
  options: { readonly hold: (gone: AbortSignal) => Promise<void>; readonly gone: AbortSignal },
): Promise<void> {
  const { hold, gone } = options;
  const write = async (bytes: string | Uint8Array): Promise<void> => {
    if (!response.headersSent) response.writeHead(200, STREAM_HEAD);
    if (bytes.length > 0 && !response.write(bytes)) await orGone(gone, (resolve) => response.once('drain', resolve));
  };
  for (const step of script) {
    if (gone.aborted) return;
    switch (step.do) {
      case 'event':
        await write(`event: ${step.name}\ndata: ${JSON.stringify(step.data)}\n\n`);
        break;
      case 'write':
        await write(step.bytes);
        break;
      case 'wait':
        response.flushHeaders();
        await pause(step.ms, undefined, { signal: gone }).catch(() => undefined);
        break;
      case 'hold':
        await hold(gone);
        break;
      case 'cut':
        // A reset discards data that the client has not read yet.
        await pause(20);
        response.socket?.resetAndDestroy();
        return;
      case 'status': {
        const isText = typeof step.body === 'string';
        const type = isText ? 'text/plain; charset=utf-8' : 'application/json';
        const head = step.status === 200 && step.body === undefined ? STREAM_HEAD : { 'Content-Type': type };
        response.writeHead(step.status, { ...head, ...step.headers });
        if (step.body !== undefined) response.write(isText ? step.body : JSON.stringify(step.body));
        else response.flushHeaders();
        break;
      }
    }
  }
  if (!response.headersSent) response.writeHead(200, STREAM_HEAD);
  response.end();
}

function orGone(gone: AbortSignal, wait: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    if (gone.aborted) resolve();
    gone.addEventListener('abort', () => resolve(), { once: true });
    wait(resolve);
  });
}
