/**
 * The job list in one SQLite file (`sqlite/database.ts`), owned by one worker thread (`sqlite/worker.ts`). Any number of processes may
 * share a file, on the host where it is.
 */
import { randomUUID } from 'node:crypto';
import { IbidError } from '@ibid/core';
import type { CallOptions, JobDriver, JobHold } from '@ibid/core/types';
import type { Verb, Verbs } from './sqlite/protocol.ts';
import { startWorker, type WorkerClient } from './sqlite/worker-client.ts';

export interface SqliteJobsOptions {
  /** Path of the file; created with its folder when missing. */
  readonly file: string;
  /** Milliseconds between two signs of life of a holder. @default 1,000 */
  readonly beatMs?: number;
  /** Milliseconds after which a holder without a sign of life counts as dead, where its process cannot be seen. @default 10,000 */
  readonly patienceMs?: number;
}

export function sqliteJobs(options: SqliteJobsOptions): JobDriver {
  const { file, beatMs = 1_000, patienceMs = 10_000 } = options;
  if (file === '') throw new IbidError('INVALID_CONFIG', 'sqliteJobs: `file` is empty; name the file of the job list');
  const holds = new Map<string, AbortController>();
  let opening: Promise<WorkerClient> | undefined;

  async function call<V extends Verb>(
    verb: V,
    args: Parameters<Verbs[V]>,
    given?: CallOptions,
  ): Promise<ReturnType<Verbs[V]>> {
    if (opening === undefined) {
      throw new IbidError('CLOSED', `The job list \`${file}\` is not open; call \`open\` first`);
    }
    return (await opening).call(verb, args, given);
  }

  function lose(token: string): void {
    holds.get(token)?.abort(notHeld(file));
    holds.delete(token);
  }

  /** Asks for a hold, which stands when `isGiven` says so. It is known before, so that no loss is overheard. */
  async function claim<T>(
    ask: (token: string) => Promise<T>,
    isGiven: (answer: T) => boolean,
  ): Promise<{ readonly answer: T; readonly hold: JobHold }> {
    const token = randomUUID();
    const holder = new AbortController();
    holds.set(token, holder);
    let given = false;
    try {
      const answer = await ask(token);
      given = isGiven(answer);
      return { answer, hold: holdOf(token, holder.signal) };
    } finally {
      if (!given) holds.delete(token);
    }
  }

  function holdOf(token: string, lost: AbortSignal): JobHold {
    let ended = false;
    return {
      lost,
      async put(job) {
        if (ended || !holds.has(token)) throw notHeld(file);
        const ends = job.state !== 'queued' && job.state !== 'running';
        if (ends) ended = true;
        try {
          if (!(await call('put', [job, token]))) {
            lose(token);
            throw notHeld(file);
          }
        } catch (error) {
          if (ends) ended = false;
          throw error;
        }
        if (ends) holds.delete(token);
      },
      async release() {
        if (holds.delete(token)) await call('release', [token]);
      },
    };
  }

  return {
    name: 'sqlite-jobs',
    traits: { durable: true },
    async open() {
      opening ??= startWorker(
        { file, beatMs, patienceMs },
        { onLost: lose, onDied: () => [...holds.keys()].forEach(lose) },
      );
      try {
        await opening;
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    async close() {
      holds.clear();
      await (await opening)?.close();
      opening = undefined;
    },
    async add(job) {
      const { answer, hold } = await claim(
        (token) => call('add', [job, token]),
        (inWay) => inWay === undefined,
      );
      return answer === undefined ? { kind: 'added', hold } : { kind: 'in-way', job: answer };
    },
    async takeOver(id, from, given) {
      const { answer, hold } = await claim(
        (token) => call('takeOver', [id, from, token], given),
        (job) => job !== undefined,
      );
      return answer && { job: answer, hold };
    },
    get: (id) => call('get', [id]),
    list: (limit) => call('list', [limit]),
  };
}

function notHeld(file: string): IbidError {
  return new IbidError('STORE_BUSY', `The job in \`${file}\` is not held here any more; nothing was written`);
}
