import { parentPort } from 'node:worker_threads';

import type { WorkerReply } from '../../worker.ts';

const port = parentPort!;

const kept: number[][] = [];

/** Follows the job's instruction: loops for ever, fills the heap, exits, throws, or replies. */
port.on('message', (payload: unknown) => {
  if (payload === 'loop') for (;;) kept.length = 0;
  if (payload === 'fill') for (;;) kept.push(Array.from({ length: 10_000 }, (_, at) => at));
  if (payload === 'die') process.exit(3);
  if (payload === 'throw') throw new Error('outside of any guard');
  port.postMessage({ kind: 'done', value: payload } satisfies WorkerReply);
});
port.postMessage({ kind: 'ready' } satisfies WorkerReply);
