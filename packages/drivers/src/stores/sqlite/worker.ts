/**
 * The thread that owns the index file. It starts in a few milliseconds because it loads only `node:` modules and the files in this folder.
 * Long calls run in steps, and other calls are answered between two steps.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { fault } from '../../files/worker-fault.ts';
import {
  abandonBuild,
  beginBuild,
  deletePages,
  getCached,
  listBuild,
  putCached,
  putPage,
  putVectors,
} from './build-verbs.ts';
import { checkStep } from './check-verbs.ts';
import { openDatabase } from './database.ts';
import { toFault } from './faults.ts';
import { adoptDotModule } from './dot-kernel.ts';
import type { Request, Response, Verb, Verbs, WorkerSetup } from './worker-client.ts';
import { publish } from './publish.ts';
import { getChunks, getPage, info, listPages, readPages, recentFrames, search, terms } from './read-verbs.ts';
import { type CheckAbort, currentGeneration, releaseLock, type Session } from './session.ts';
import { openVocabulary } from './vocabulary.ts';

const port = parentPort!;
const { file, readOnly, scoring, kernel } = workerData as WorkerSetup;
adoptDotModule(kernel);
/** Running requests, and whether their caller has aborted them. */
const running = new Map<number, { aborted: boolean }>();

function openSession(): Session {
  const db = openDatabase(file, readOnly);
  try {
    const vocabulary = openVocabulary(db);
    const frames = recentFrames();
    const nothing = { shown: undefined, dataVersion: -1, mark: '', lock: undefined, build: undefined };
    const session: Session = { db, scoring, vocabulary, frames, ...nothing };
    currentGeneration(session);
    return session;
  } catch (error) {
    db.close();
    throw error;
  }
}

type Handlers = {
  [V in Verb]: (
    checkAbort: CheckAbort,
    ...args: Parameters<Verbs[V]>
  ) => ReturnType<Verbs[V]> | Promise<ReturnType<Verbs[V]>>;
};

function handlersOf(session: Session): Handlers {
  return {
    info: () => info(session),
    search: (_, query) => search(session, query),
    getChunks: (_, ids) => getChunks(session, ids),
    getPage: (_, path) => getPage(session, path),
    listPages: () => listPages(session),
    terms: (_, known) => terms(session, known),
    readPages: (_, after, generation) => readPages(session, after, generation),
    checkStep: (_, after) => checkStep(session, after),
    beginBuild: (checkAbort, request) => beginBuild(session, request, checkAbort),
    putPage: (_, page) => putPage(session, page),
    deletePages: (_, urls) => deletePages(session, urls),
    listBuild: (_, after, withoutVectorsIn) => listBuild(session, after, withoutVectorsIn),
    putVectors: (_, vectors) => putVectors(session, vectors),
    publish: (checkAbort, build) => publish(session, build, checkAbort),
    abandonBuild: (checkAbort) => abandonBuild(session, checkAbort),
    getCached: (_, space, hashes) => getCached(session, space, hashes),
    putCached: (_, space, entries) => putCached(session, space, entries),
    close: () => {
      releaseLock(session);
      session.db.close();
    },
  };
}

function answer(response: Response): void {
  port.postMessage(response);
}

async function handle(handlers: Handlers, { id, verb, args }: Extract<Request, { verb: Verb }>): Promise<void> {
  const state = { aborted: false };
  running.set(id, state);
  const checkAbort = (): void => {
    if (state.aborted) throw fault('ABORTED', `\`${verb}\` was aborted`);
  };
  try {
    const handler = handlers[verb] as (check: CheckAbort, ...rest: readonly unknown[]) => unknown;
    const value = await handler(checkAbort, ...args);
    answer({ id, value });
  } catch (error) {
    answer({ id, fault: toFault(error, file) });
  } finally {
    running.delete(id);
  }
}

try {
  const handlers = handlersOf(openSession());
  port.on('message', (request: Request) => {
    if ('verb' in request) void handle(handlers, request);
    else Object.assign(running.get(request.abort) ?? {}, { aborted: true });
  });
  answer({ id: 0, value: undefined });
} catch (error) {
  answer({ id: 0, fault: toFault(error, file) });
}
