/** The thread that owns the file, so that waiting for the disk never holds the process up. Groups of calls are worked off in order. */
import { parentPort, workerData } from 'node:worker_threads';
import { ownFault } from '../../files/worker-fault.ts';
import { openDatabase, type Database } from './database.ts';
import { toFault } from './fault.ts';
import { deleteStep, read, reserve, settle } from './ledger-verbs.ts';
import type { Call, Request, Response, Result, Verbs } from './protocol.ts';

const port = parentPort!;
const file: string = workerData;

function handlersOf(db: Database): Verbs {
  return {
    reserve: (reservation) => reserve(db, reservation),
    settle: (id, used) => settle(db, id, used),
    read: (account) => read(db, account),
    deleteStep: (day, most) => deleteStep(db, day, most),
  };
}

/** A refusal is the answer to one call; any other error ends the transaction, and so the whole group. */
function workOff(handlers: Verbs, { verb, args }: Call): Result {
  try {
    return { value: (handlers[verb] as (...rest: readonly unknown[]) => unknown)(...args) };
  } catch (error) {
    const refusal = ownFault(error);
    if (refusal === undefined) throw error;
    return { fault: refusal };
  }
}

function answer(work: () => readonly Result[]): void {
  let response: Response;
  try {
    response = { results: work() };
  } catch (error) {
    response = { fault: toFault(error, file) };
  }
  port.postMessage(response);
}

answer(() => {
  const db = openDatabase(file);
  const handlers = handlersOf(db);
  port.on('message', (request: Request) => {
    answer(() => {
      if (request === 'close') {
        db.close();
        return [];
      }
      const within = request.every(({ verb }) => verb === 'read') ? db.read : db.write;
      return within(() => request.map((call) => workOff(handlers, call)));
    });
  });
  return [];
});
