/**
 * The verbs of the job list. A hold is a random token in the job's row: every write checks it inside its own transaction, so a holder
 * that was taken for dead cannot write a word after another took over, whatever the clocks say.
 *
 * Life shows in a counter that the holder raises every second. Who wants a job takes it over at once when the holder's process is gone
 * from the same host and process namespace; otherwise it watches the counter, and takes over only after it has stood still for
 * ten seconds. No wall clock is compared with another, so jumps and reboots cannot fool it.
 */
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '@ibid/core/types';
import { inTransaction } from '../../files/sqlite/in-transaction.ts';
import { parseJob } from './database.ts';
import { hostId, isGone } from '../../files/sqlite/holder-on-host.ts';
import type { Holder } from './holder.ts';
import type { Verbs, WorkerSetup } from './protocol.ts';

const KEPT = 100;
const LOOK_MS = 100;

export interface JobTable extends Omit<Verbs, 'takeOver' | 'close'> {
  /** `checkAbort` may throw to end the waiting. */
  takeOver(id: string, from: 'dead' | 'anyone', token: string, checkAbort: () => void): Promise<Job | undefined>;
  /** Shows that this process lives; returns the holds that others have taken away meanwhile. */
  beat(): readonly string[];
  /** Releases everything that is held here. */
  releaseAll(): void;
}

type Row = { readonly body: string } & (Holder | { readonly token: null });

export function openJobTable(db: DatabaseSync, { file, patienceMs }: WorkerSetup): JobTable {
  const held = new Set<string>();
  const host = hostId();
  const toJob = (row: { readonly body: string } | undefined): Job | undefined => row && parseJob<Job>(row.body, file);
  const sql = {
    open: db.prepare('SELECT body FROM job WHERE ended = 0'),
    add: db.prepare('INSERT INTO job (id, ended, body, token, host, pid) VALUES (?, 0, ?, ?, ?, ?)'),
    prune: db.prepare(
      `DELETE FROM job WHERE ended = 1 AND seq NOT IN (SELECT seq FROM job ORDER BY seq DESC LIMIT ${KEPT})`,
    ),
    write: db.prepare('UPDATE job SET body = ? WHERE id = ? AND token = ?'),
    end: db.prepare('UPDATE job SET body = ?, ended = 1, token = NULL WHERE id = ? AND token = ?'),
    row: db.prepare('SELECT body, token, host, pid, beat FROM job WHERE id = ? AND ended = 0'),
    take: db.prepare('UPDATE job SET token = ?, host = ?, pid = ?, beat = 0 WHERE id = ?'),
    release: db.prepare('UPDATE job SET token = NULL WHERE token = ?'),
    beat: db.prepare('UPDATE job SET beat = beat + 1 WHERE token = ?'),
    get: db.prepare('SELECT body FROM job WHERE id = ?'),
    list: db.prepare('SELECT body FROM job ORDER BY seq DESC LIMIT ?'),
  };
  const readRow = (id: string): Row | undefined => sql.row.get(id) as Row | undefined;

  /** The row as it was when its holder was found dead or absent; `undefined` when the job is not to be had. */
  async function leftBehind(id: string, checkAbort: () => void): Promise<Row | undefined> {
    const first = readRow(id);
    if (first === undefined || isFree(first)) return first;
    if (held.has(first.token)) return undefined;
    for (let waited = 0; waited < patienceMs; waited += LOOK_MS) {
      await sleep(LOOK_MS);
      checkAbort();
      const row = readRow(id);
      if (row === undefined || isFree(row)) return row;
      if (row.token !== first.token || row.beat !== first.beat) return undefined;
    }
    return first;
  }

  return {
    add: (job, token) =>
      inTransaction(db, 'BEGIN IMMEDIATE', () => {
        const inWay = toJob(sql.open.get() as Row | undefined);
        if (inWay !== undefined) return inWay;
        sql.add.run(job.id, JSON.stringify(job), token, host, process.pid);
        sql.prune.run();
        held.add(token);
        return undefined;
      }),
    put(job, token) {
      const ends = job.state !== 'queued' && job.state !== 'running';
      const { changes } = (ends ? sql.end : sql.write).run(JSON.stringify(job), job.id, token);
      if (ends || changes === 0) held.delete(token);
      return changes > 0;
    },
    async takeOver(id, from, token, checkAbort) {
      const left = from === 'dead' ? await leftBehind(id, checkAbort) : undefined;
      if (from === 'dead' && left === undefined) return undefined;
      return inTransaction(db, 'BEGIN IMMEDIATE', () => {
        const row = readRow(id);
        if (row === undefined) return undefined;
        const isAsFound = row.token === null || (row.token === left?.token && row.beat === left.beat);
        if (from === 'dead' && !isAsFound) return undefined;
        sql.take.run(token, host, process.pid, id);
        held.add(token);
        return toJob(row);
      });
    },
    release(token) {
      if (held.delete(token)) sql.release.run(token);
    },
    get: (id) => toJob(sql.get.get(id) as Row | undefined),
    list: (limit) => (sql.list.all(limit) as { readonly body: string }[]).map((row) => parseJob<Job>(row.body, file)),
    beat() {
      const lost = [...held].filter((token) => sql.beat.run(token).changes === 0);
      for (const token of lost) held.delete(token);
      return lost;
    },
    releaseAll() {
      for (const token of held) sql.release.run(token);
      held.clear();
    },
  };
}

function isFree(row: Row): row is Row & { readonly token: null } {
  return row.token === null || isGone(row);
}
