import { parentPort } from 'node:worker_threads';
import type { ThreadReply } from '../../../files/thread.ts';
import type { JobReply } from '../../worker.ts';

const port = parentPort!;

const kept: number[][] = [];

/** Does as the task says: loops for ever, fills the heap, exits, throws, or is sent back. */
port.on('message', ({ id, task }: { readonly id: number; readonly task?: unknown }) => {
  if (task === 'loop') for (;;) kept.length = 0;
  if (task === 'fill') for (;;) kept.push(Array.from({ length: 10_000 }, (_, at) => at));
  if (task === 'die') process.exit(3);
  if (task === 'throw') throw new Error('outside of any guard');
  port.postMessage({ id, value: { kind: 'done', value: task } satisfies JobReply } satisfies ThreadReply);
});
