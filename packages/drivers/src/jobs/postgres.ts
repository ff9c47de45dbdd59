/**
 * The job list in PostgreSQL (`postgres/migrations.ts`), shared by all replicas: one of them at a time works on the one job that has not
 * ended. A holder must be able to show life for some seconds of every ten, so its thread must not be busy for longer at a stretch.
 */
import { IbidError } from '@ibid/core';
import type { CallOptions, Job, JobDriver, JobHold } from '@ibid/core/types';
import { heartbeat, type Held, type Look } from '../postgres/heartbeat.ts';
import type { Postgres } from '../postgres/postgres.ts';
import { sharedDriver } from '../postgres/shared-driver.ts';
import { addJob, getJob, listJobs, lookAt, putJob, takeJob } from './postgres/job-statements.ts';
import { JOB_MIGRATIONS } from './postgres/migrations.ts';

export interface PostgresJobsOptions {
  /** Stays open after the driver. */
  readonly postgres: Postgres;
  /** Milliseconds between two signs of life of a holder; the same in all replicas. @default 1,000 */
  readonly beatMs?: number;
  /** Milliseconds after which a holder without a sign of life counts as dead, where its process cannot be seen. @default 10,000 */
  readonly patienceMs?: number;
}

export function postgresJobs({ postgres, beatMs, patienceMs }: PostgresJobsOptions): JobDriver {
  const shared = sharedDriver({ postgres, kind: 'jobs', migrations: JOB_MIGRATIONS });
  const life = heartbeat({ postgres, table: `${postgres.schema}.job`, beatMs, patienceMs, notHeld });

  function holdOf(held: Held): JobHold {
    let before: Promise<unknown> = Promise.resolve();
    let steps = 0;
    let isEnding = false;
    const put = async (job: Job): Promise<void> => {
      if (!held.isHeld()) throw notHeld();
      const ends = job.state !== 'queued' && job.state !== 'running';
      // Afterwards there is no holder whose life a beat could find.
      isEnding = ends && held.letGo();
      let isWritten = false;
      try {
        isWritten = await putJob(postgres, job, held.token, ++steps);
      } finally {
        if (isEnding && !isWritten) held.goOn();
        isEnding = false;
      }
      if (isWritten) return;
      held.lose();
      throw notHeld();
    };
    const inTurn = async (call: () => Promise<void>): Promise<void> => {
      if (!held.isHeld() && !isEnding) return call();
      await shared.run(() => {
        const work = before.then(call);
        before = work.catch(() => undefined);
        return work;
      });
    };
    return {
      lost: held.lost,
      put: (job) => inTurn(() => put(job)),
      release: () => inTurn(() => held.release()),
    };
  }

  /** The row of a job that may be had, as it was seen. */
  async function leftBehind(id: string, options: CallOptions | undefined): Promise<Look | undefined> {
    const found = await life.watch(() => lookAt(postgres, id, options), options);
    return found?.isLeft === true ? found.row : undefined;
  }

  return {
    name: 'postgres-jobs',
    traits: { durable: true },
    open: () => shared.open(),
    async close() {
      await shared.close();
      await life.releaseAll();
    },
    add: (job) =>
      shared.run(async () => {
        let inWay: Job | undefined;
        const added = await life.claim(async (holder) => {
          inWay = await addJob(postgres, job, holder);
          return inWay === undefined ? true : undefined;
        });
        if (added !== undefined) return { kind: 'added', hold: holdOf(added.held) };
        return { kind: 'in-way', job: inWay! };
      }),
    takeOver: (id, from, options) =>
      shared.run(async () => {
        const left = from === 'dead' ? await leftBehind(id, options) : undefined;
        if (from === 'dead' && left === undefined) return undefined;
        const taken = await life.claim((holder) => takeJob(postgres, id, left, holder));
        if (taken === undefined) return undefined;
        // The job may have been held here.
        await life.beat();
        return { job: taken.answer, hold: holdOf(taken.held) };
      }),
    get: (id) => shared.run(() => getJob(postgres, id)),
    list: (limit) => shared.run(() => listJobs(postgres, limit)),
  };
}

function notHeld(): IbidError {
  return new IbidError('STORE_BUSY', 'The job is not held here any more; nothing was written');
}
