/** The thread that owns the file, so that waiting for the disk never holds the process up. Calls are worked off in order. */
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase, type Database } from './database.ts';
import { toFault } from './fault.ts';
import type { Request, Response, Verbs } from './protocol.ts';
import { append, count, deleteIdleStep, deleteSession, read } from './session-verbs.ts';

const port = parentPort!;
const file: string = workerData;

function handlersOf(db: Database): Verbs {
  return {
    read: (id) => read(db, id),
    append: (given, caps) => append(db, given, caps),
    delete: (id) => deleteSession(db, id),
    deleteIdleStep: (instant, most) => deleteIdleStep(db, instant, most),
    count: () => count(db),
    close: () => db.close(),
  };
}

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
  const handlers = handlersOf(openDatabase(file));
  port.on('message', ({ id, verb, args }: Request) => {
    answer(id, () => (handlers[verb] as (...rest: readonly unknown[]) => unknown)(...args));
  });
  return undefined;
});
