import type { CallOptions, Job } from '@ibid/core/types';
import { LOOK, SERVER_TIME, type Holder, type Look } from '../../postgres/heartbeat.ts';
import type { Postgres } from '../../postgres/postgres.ts';
import { encodeText } from '../../postgres/text-codec.ts';

type NewHolder = Omit<Holder, 'beat'>;

interface Body {
  readonly body: string;
}

const KEPT = 100;

/** The job in the way; `undefined` when it was added, and older ones were dropped. */
export async function addJob(
  { schema, query }: Postgres,
  job: Job,
  { token, host, space, pid }: NewHolder,
): Promise<Job | undefined> {
  for (;;) {
    // The statement does not see what it adds, so one job less is kept of those that it sees.
    const added = await query(
      `WITH added AS (
         INSERT INTO ${schema}.job (id, ended, body, token, host, space, pid, beat)
         VALUES ($1, false, $2, $3, $4, $5, $6, ${SERVER_TIME})
         ON CONFLICT (ended) WHERE NOT ended DO NOTHING RETURNING seq
       ), dropped AS (
         DELETE FROM ${schema}.job
         WHERE ended AND EXISTS (SELECT FROM added)
           AND seq IN (SELECT seq FROM ${schema}.job ORDER BY seq DESC OFFSET ${KEPT - 1})
       ) SELECT seq FROM added`,
      [encodeText(job.id), JSON.stringify(job), token, host, space, pid],
    );
    if (added.length > 0) return undefined;
    const [inWay] = await query<Body>(`SELECT body FROM ${schema}.job WHERE NOT ended`);
    // It may have ended between the two statements.
    if (inWay !== undefined) return jobOf(inWay);
  }
}

/** Whether the hold still stood, and the job was written. `step` is above that of every call before. */
export async function putJob({ schema, query }: Postgres, job: Job, token: string, step: number): Promise<boolean> {
  const ends = job.state !== 'queued' && job.state !== 'running';
  // A statement that was given up, and reaches the server after the next one, must not win.
  const written = await query(
    `UPDATE ${schema}.job SET body = $1, step = $2, ended = $3, token = CASE WHEN $3 THEN NULL ELSE token END
     WHERE id = $4 AND token = $5 AND step < $2 RETURNING 1 AS written`,
    [JSON.stringify(job), step, ends, encodeText(job.id), token],
  );
  return written.length > 0;
}

/** A job that has not ended and its holder. */
export async function lookAt(
  { schema, query }: Postgres,
  id: string,
  options?: CallOptions,
): Promise<Look | undefined> {
  const sql = `SELECT ${LOOK} FROM ${schema}.job WHERE id = $1 AND NOT ended`;
  return (await query<Look>(sql, [encodeText(id)], options))[0];
}

/** From whoever holds it; with `left` only when it is as it was then. */
export async function takeJob(
  { schema, query }: Postgres,
  id: string,
  left: Look | undefined,
  { token, host, space, pid }: NewHolder,
): Promise<Job | undefined> {
  const [taken] = await query<Body>(
    `UPDATE ${schema}.job SET token = $2, host = $3, space = $4, pid = $5, beat = ${SERVER_TIME}, step = 0
     WHERE id = $1 AND NOT ended AND ($6 OR token IS NULL OR (token = $7 AND beat = $8)) RETURNING body`,
    [
      encodeText(id),
      token,
      host,
      space,
      pid,
      left === undefined,
      left?.token ?? null,
      left === undefined || left.token === null ? null : left.beat,
    ],
  );
  return taken && jobOf(taken);
}

export async function getJob({ schema, query }: Postgres, id: string): Promise<Job | undefined> {
  const [row] = await query<Body>(`SELECT body FROM ${schema}.job WHERE id = $1`, [encodeText(id)]);
  return row && jobOf(row);
}

export async function listJobs({ schema, query }: Postgres, limit: number): Promise<readonly Job[]> {
  const rows = await query<Body>(`SELECT body FROM ${schema}.job ORDER BY seq DESC LIMIT $1`, [limit]);
  return rows.map(jobOf);
}

function jobOf({ body }: Body): Job {
  return JSON.parse(body) as Job;
}
