/** The job list. The holder of the lock `jobs` runs unfinished jobs; the lock ends with its process. */
import type { Job, JobDriver } from '@ibid/core/types';
import type { Database } from './database.ts';

interface Body {
  readonly body: string;
}

const KEPT = 100;

export function jobDriver(database: Database): JobDriver {
  return {
    name: `${database.kind}-jobs`,
    lock: () => database.tryLock('jobs'),
    add: (job) =>
      database.transaction(async (query) => {
        const added = await query(
          `INSERT INTO job (id, ended, attempts, body) VALUES ($1, 0, $2, $3)
           ON CONFLICT (ended) WHERE ended = 0 DO NOTHING RETURNING seq`,
          [job.id, job.attempts, JSON.stringify(job)],
        );
        if (added.length === 0) {
          const [inWay] = await query<Body>('SELECT body FROM job ORDER BY seq DESC LIMIT 1');
          return jobOf(inWay!);
        }
        const old = 'DELETE FROM job WHERE seq <= (SELECT seq FROM job ORDER BY seq DESC LIMIT 1 OFFSET $1)';
        await query(old, [KEPT]);
        return undefined;
      }),
    async put(job) {
      const ended = job.state === 'queued' || job.state === 'running' ? 0 : 1;
      const written = await database.query(
        `UPDATE job SET body = $1, ended = $2, attempts = $3 WHERE id = $4 AND ended = 0 AND attempts <= $3 RETURNING seq`,
        [JSON.stringify(job), ended, job.attempts, job.id],
      );
      return written.length > 0;
    },
    async get(id) {
      const [row] = await database.query<Body>('SELECT body FROM job WHERE id = $1', [id]);
      return row && jobOf(row);
    },
    list: async (limit) =>
      (await database.query<Body>('SELECT body FROM job ORDER BY seq DESC LIMIT $1', [limit])).map(jobOf),
  };
}

function jobOf({ body }: Body): Job {
  return JSON.parse(body) as Job;
}
