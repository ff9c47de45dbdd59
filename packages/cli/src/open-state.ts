import { Cleanup } from '@ibid/drivers/cleanup';
import { createConversations, createJobs, invalidConfig, openFeedback } from '@ibid/core';
import type { Conversations, FeedbackStore } from '@ibid/core/types';
import { countTokens } from '@ibid/core/chunk';
import type { Replicas } from '@ibid/drivers/state/postgres';
import type { IngestOptions } from '@ibid/server';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from './main.ts';
import type { RequestLog } from './request-log.ts';
import { openStateDrivers, stateFile, stateFolder } from './state-drivers.ts';
import { makeFolder } from './stores.ts';

/** Data that a server stores outside the index, so that deleting the index does not lose it. */
export interface ServerState extends AsyncDisposable {
  readonly conversations: Conversations;
  readonly feedback: FeedbackStore;
  /** `undefined` without a source to index. */
  readonly ingest: IngestOptions | undefined;
  /** Shared functions of servers on one database; `undefined` if the state is in a file. */
  readonly replicas: Replicas | undefined;
}

const now = (): Date => new Date();

/** Opens conversations, feedback and jobs, in the database of `IBID_STATE_URL` or in a file. Resumes a job left unfinished by an earlier process. */
export async function openState(source: string | undefined, context: Context, log: RequestLog): Promise<ServerState> {
  const { settings } = context;
  await using cleanup = new Cleanup();
  if (settings.stateUrl === undefined) await requireWritable(stateFolder(settings), stateFile(settings));
  const { replicas, ...drivers } = cleanup.use(await openStateDrivers(settings));
  const conversations = cleanup.use(
    createConversations({ driver: drivers.sessions, now, newId: randomUUID, countTokens }),
  );
  const feedback = cleanup.use(
    openFeedback({ driver: drivers.feedback, now, questions: settings.server?.feedbackQuestions ?? false }),
  );
  let ingest: IngestOptions | undefined;
  if (source !== undefined) {
    const { ingestJob } = await import('./ingest-job.ts');
    const jobs = createJobs({
      driver: drivers.jobs,
      run: ingestJob(source, context),
      now,
      sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
      newId: randomUUID,
      report: (error, job) => log.trouble(error, { job: job.id }),
    });
    cleanup.defer(() => jobs.close());
    await jobs.resume();
    ingest = { jobs, source };
  }
  const opened = cleanup.move();
  return { conversations, feedback, ingest, replicas, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}

/** Fails at startup if state cannot be written; otherwise the server would fail only at the first question of a conversation. */
async function requireWritable(folder: string, file: string): Promise<void> {
  // If the folder cannot be created, the write check below fails and reports it.
  await makeFolder(folder).catch(() => undefined);
  for (const path of existsSync(file) ? [folder, file] : [folder]) {
    const message = `\`${path}\` cannot be written. Let this user write it, or name another folder for conversations, feedback and jobs in \`server.state\`.`;
    await access(path, constants.W_OK).catch((cause: unknown) => {
      throw invalidConfig(message, cause);
    });
  }
}
