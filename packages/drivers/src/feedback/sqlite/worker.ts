/** The thread that owns the file, so that waiting for the disk never holds the process up. Calls are worked off in order. */
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from './database.ts';
import { toFault } from './fault.ts';
import type { Request, Response } from './protocol.ts';

const port = parentPort!;
const file: string = workerData;

function answer(id: number, work: () => unknown): void {
  let response: Response;
  try {
    response = { id, value: work() };
  } catch (error) {
    response = { id, fault: toFault(error, file) };
  }
  port.postMessage(response);
}

answer(0, () => {
  const verbs = openDatabase(file);
  port.on('message', ({ id, verb, args }: Request) => {
    answer(id, () => (verbs[verb] as (...rest: readonly unknown[]) => unknown)(...args));
  });
  return undefined;
});
