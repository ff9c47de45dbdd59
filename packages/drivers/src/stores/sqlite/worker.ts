/**
 * The thread that owns the index file. It starts in a few milliseconds because it loads only `node:` modules, the files in this folder and
 * `@ibid/core/score`.
 * Long calls run in steps, and other calls are answered between two steps.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadReply } from '../../files/thread.ts';
import { fault } from '../../files/worker-fault.ts';
import type { PageFrame } from '../chunk-codec.ts';
import { lastUsed } from '../last-used.ts';
import * as builds from './build-verbs.ts';
import { openDatabase, toFault } from './database.ts';
import { adoptDotModule } from './dot-kernel.ts';
import * as reads from './read-verbs.ts';
import { currentGeneration, releaseLock, type Session } from './session.ts';
import { openVocabulary } from './vocabulary.ts';
import type { Call, WorkerSetup } from './worker-client.ts';

const port = parentPort!;
const { file, readOnly, kernel } = workerData as WorkerSetup;
adoptDotModule(kernel);
/** Maximum UTF-16 units of cached text, one or two bytes each; a page may have a million. */
const MOST_TEXT = 8_000_000;
/** Running requests, and whether their caller has aborted them. */
const running = new Map<number, { aborted: boolean }>();

function openSession(): Session {
  const db = openDatabase(file, readOnly);
  try {
    const vocabulary = openVocabulary(db);
    const frames = lastUsed<number, PageFrame>(MOST_TEXT, ({ text }) => text.length);
    const nothing = { shown: undefined, dataVersion: -1, mark: '', lock: undefined, build: undefined };
    const session: Session = { db, vocabulary, frames, checkAbort: () => undefined, ...nothing };
    currentGeneration(session);
    return session;
  } catch (error) {
    db.close();
    throw error;
  }
}

const VERBS: object = {
  ...reads,
  ...builds,
  close(session: Session) {
    releaseLock(session);
    session.db.close();
  },
};

let session: Session | undefined;

async function handle({ id, verb, args }: Call): Promise<ThreadReply> {
  const state = { aborted: false };
  running.set(id, state);
  try {
    session ??= openSession();
    session.checkAbort = () => {
      if (state.aborted) throw fault('ABORTED', `\`${verb}\` was aborted`);
    };
    const run = (VERBS as Record<string, (session: Session, ...rest: readonly unknown[]) => unknown>)[verb]!;
    return { id, value: await run(session, ...args) };
  } catch (error) {
    return { id, fault: toFault(error, file) };
  } finally {
    running.delete(id);
  }
}

port.on('message', async (message: Call | { readonly abort: number }) => {
  if ('abort' in message) Object.assign(running.get(message.abort) ?? {}, { aborted: true });
  else port.postMessage(await handle(message));
});
