/**
 * The thread that owns the file of the job list: a durable write waits for the disk, and the server's own thread must not. It loads
 * nothing but `node:` modules and the files beside it, so that it starts in a few milliseconds.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from './database.ts';
import { fault } from '../../files/worker-fault.ts';
import { toFault } from './fault.ts';
import { openJobTable } from './job-table.ts';
import type { Request, Response, Verb, WorkerSetup } from './protocol.ts';

const port = parentPort!;
const setup = workerData as WorkerSetup;
/** Requests being worked on, and whether their caller has given up. */
const running = new Map<number, { aborted: boolean }>();

function answer(response: Response): void {
  port.postMessage(response);
}

async function serve(): Promise<void> {
  const db = await openDatabase(setup.file);
  const table = openJobTable(db, setup);

  function beat(): void {
    try {
      for (const lost of table.beat()) answer({ lost });
    } catch {
      // Another connection is writing; the next beat comes long before anyone's patience ends.
    }
  }
  const beating = setInterval(beat, setup.beatMs);

  const handlers: Readonly<Record<Verb, (checkAbort: () => void, ...args: never[]) => unknown>> = {
    add: (_, ...args: Parameters<typeof table.add>) => table.add(...args),
    put: (_, ...args: Parameters<typeof table.put>) => table.put(...args),
    takeOver: async (checkAbort, id: string, from: 'dead' | 'anyone', token: string) => {
      const taken = await table.takeOver(id, from, token, checkAbort);
      // The job may have been held here.
      if (taken !== undefined) beat();
      return taken;
    },
    release: (_, token: string) => table.release(token),
    get: (_, id: string) => table.get(id),
    list: (_, limit: number) => table.list(limit),
    close: () => {
      clearInterval(beating);
      table.releaseAll();
      db.close();
    },
  };

  async function handle({ id, verb, args }: Extract<Request, { verb: Verb }>): Promise<void> {
    const state = { aborted: false };
    running.set(id, state);
    const checkAbort = (): void => {
      if (state.aborted) throw fault('ABORTED', `\`${verb}\` was aborted`);
    };
    try {
      answer({ id, value: await handlers[verb](checkAbort, ...(args as never[])) });
    } catch (error) {
      answer({ id, fault: toFault(error, setup.file) });
    } finally {
      running.delete(id);
    }
  }

  port.on('message', (request: Request) => {
    if ('verb' in request) void handle(request);
    else Object.assign(running.get(request.abort) ?? {}, { aborted: true });
  });
  answer({ id: 0, value: undefined });
}

serve().catch((error: unknown) => answer({ id: 0, fault: toFault(error, setup.file) }));
