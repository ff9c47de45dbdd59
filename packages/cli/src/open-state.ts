import { createConversations, createJobs, IbidError, openFeedback, openSessionStore } from '@ibid/core';
import type { Conversations, FeedbackStore } from '@ibid/core/types';
import { countTokens } from '@ibid/core/chunk';
import type { ReplicaGround } from '@ibid/drivers/postgres/replica-ground';
import type { IngestOptions } from '@ibid/server';
import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from './context.ts';
import { makeFolder } from './make-folder.ts';
import type { RequestLog } from './request-log.ts';
import { openStateDrivers } from './state-drivers.ts';
import { stateFolder } from './state-folder.ts';

/** What a server keeps besides the index, so that an index can be deleted without losing it. */
export interface ServerState extends AsyncDisposable {
  readonly conversations: Conversations;
  readonly feedback: FeedbackStore;
  /** `undefined` without a source to index. */
  readonly ingest: IngestOptions | undefined;
  /** What servers over one state have in common; `undefined` where it lies in files. */
  readonly ground: ReplicaGround | undefined;
}

/**
 * Opens conversations, feedback and jobs, in the database of `IBID_STATE_URL` or in files, and goes on with a job that an earlier process
 * left behind.
 */
export async function openState(source: string | undefined, context: Context, log: RequestLog): Promise<ServerState> {
  const { settings } = context;
  await using cleanup = new AsyncDisposableStack();
  if (settings.stateUrl === undefined) await requireWritable(stateFolder(settings));
  const drivers = cleanup.use(await openStateDrivers(settings));
  const ground = await drivers.ground();
  // One clock for all servers: by one that is ahead the conversations of the others would be too old.
  const now = (): Date => ground?.now() ?? new Date();
  const store = await openSessionStore(await drivers.sessions()).catch(mendByMoving('conversations'));
  const conversations = cleanup.use(createConversations({ store, now, newId: randomUUID, countTokens }));
  const feedback = cleanup.use(
    await openFeedback({ driver: await drivers.feedback(), now }).catch(mendByMoving('list of verdicts')),
  );
  let ingest: IngestOptions | undefined;
  if (source !== undefined) {
    const { ingestJob } = await import('./ingest-job.ts');
    const jobs = cleanup.adopt(
      await createJobs({
        driver: await drivers.jobs(),
        run: ingestJob(source, context),
        now,
        newId: randomUUID,
        report: (error, job) => log.trouble(error, { job: job.id }),
      }).catch(mendByMoving('list of jobs')),
      (opened) => opened.close(),
    );
    // Not awaited: it may take a while to be sure that nobody else goes on with the job.
    jobs.resume().catch((error: unknown) => log.trouble(error, { job: 'resume' }));
    ingest = { jobs, source };
  }
  const opened = cleanup.move();
  return { conversations, feedback, ingest, ground, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** A server that could answer but keep nothing would fail at the first question of a conversation; better it does not start. */
async function requireWritable(folder: string): Promise<void> {
  // What keeps it from being made keeps it from being written.
  await makeFolder(folder).catch(() => undefined);
  const files = ['sessions.db', 'feedback.db', 'jobs.db']
    .map((name) => join(folder, name))
    .filter((file) => existsSync(file));
  for (const path of [folder, ...files]) {
    try {
      accessSync(path, constants.W_OK);
    } catch (cause) {
      throw new IbidError(
        'INVALID_CONFIG',
        `\`${path}\` cannot be written. Let this user write it, or name another folder for conversations, feedback and jobs in \`server.state\`.`,
        { cause },
      );
    }
  }
}

/** What mends an index does not mend these. */
function mendByMoving(what: string): (error: unknown) => never {
  return (error) => {
    if (IbidError.is(error, 'INDEX_MISMATCH')) throw new IbidError('INVALID_CONFIG', error.message, { cause: error });
    if (!IbidError.is(error, 'INDEX_DAMAGED')) throw error;
    throw new IbidError('INVALID_CONFIG', `${error.message} To begin with an empty ${what}, move the file away.`, {
      cause: error,
    });
  };
}
