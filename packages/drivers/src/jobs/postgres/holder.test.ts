import { spawnSync } from 'node:child_process';
import type { JobDriver } from '@ibid/core/types';
import { addJob, jobIdOf, openPostgresService, sketchJob, type PostgresService } from '@ibid/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SERVER_TIME } from '../../postgres/heartbeat.ts';
import { ownProcess, type HolderProcess } from '../../files/holder-process.ts';
import { openPostgres } from '../../postgres/open-postgres.ts';
import type { Postgres, SqlValue } from '../../postgres/postgres.ts';
import { postgresJobs } from '../postgres.ts';

const FOREVER_MS = 3_600_000;
const HOUR = 3_600_000_000;

let service: PostgresService;
beforeAll(async () => {
  service = await openPostgresService();
});
afterAll(() => service.close());

let postgres: Postgres;
const open: JobDriver[] = [];

/** A list with one job that nobody holds. */
beforeEach(async () => {
  postgres = openPostgres({ url: service.url, schema: service.freshSchema() });
  const first = await driver(FOREVER_MS);
  await addJob(first, sketchJob(1));
  await first.close();
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  await postgres.query(`DROP SCHEMA ${postgres.schema} CASCADE`);
  await postgres.close();
});

async function driver(patienceMs: number, beatMs = 20): Promise<JobDriver> {
  const opened = postgresJobs({ postgres, beatMs, patienceMs });
  await opened.open();
  open.push(opened);
  return opened;
}

async function driverOver(query: Postgres['query']): Promise<JobDriver> {
  const opened = postgresJobs({ postgres: { ...postgres, query }, beatMs: FOREVER_MS, patienceMs: FOREVER_MS });
  await opened.open();
  open.push(opened);
  return opened;
}

async function change(sets: string, values: readonly SqlValue[] = []): Promise<void> {
  await postgres.query(`UPDATE ${postgres.schema}.job SET ${sets}`, values);
}

const ELSEWHERE: HolderProcess = { host: 'elsewhere', space: 'elsewhere', pid: process.pid };

/** Somebody holds the job, who showed life at this time. */
async function hold({ host, space, pid }: HolderProcess, beat: string = SERVER_TIME): Promise<void> {
  await change(`token = 'holder', host = $1, space = $2, pid = $3, beat = ${beat}`, [host, space, pid]);
}

describe('a job is taken over', () => {
  test('at once from a process that is gone from this host', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    await hold({ ...ownProcess(), pid });
    expect((await (await driver(FOREVER_MS)).takeOver(jobIdOf(1), 'dead'))?.job).toEqual(sketchJob(1));
  });

  test('from a process elsewhere only when it shows no life', async () => {
    await hold(ELSEWHERE);
    const contender = await driver(400);
    const beats: Promise<unknown>[] = [];
    const beating = setInterval(() => beats.push(change(`beat = ${SERVER_TIME}`)), 20);
    expect(await contender.takeOver(jobIdOf(1), 'dead')).toBeUndefined();
    clearInterval(beating);
    // One that is still on its way would be a sign of life.
    await Promise.allSettled(beats);
    expect((await contender.takeOver(jobIdOf(1), 'dead'))?.job).toEqual(sketchJob(1));
  });

  test('also when another process has got the number of the holder that died', async () => {
    await hold(ownProcess());
    expect((await (await driver(300)).takeOver(jobIdOf(1), 'dead'))?.job).toEqual(sketchJob(1));
  });

  test('long before patience ends from one that has shown no life for hours', async () => {
    await hold(ELSEWHERE, `${SERVER_TIME} - ${10 * HOUR}`);
    expect((await (await driver(FOREVER_MS)).takeOver(jobIdOf(1), 'dead'))?.job).toEqual(sketchJob(1));
  });

  test('not from one that could show no life for hours, because the server was away, and shows it again', async () => {
    await hold(ELSEWHERE, `${SERVER_TIME} - ${10 * HOUR}`);
    const contender = await driver(FOREVER_MS, 400);
    const beating = setInterval(() => void change(`beat = ${SERVER_TIME}`).catch(() => undefined), 100);
    expect(await contender.takeOver(jobIdOf(1), 'dead')).toBeUndefined();
    clearInterval(beating);
  });

  test('when the clock of the server was set back by hours after the last sign of life', async () => {
    await hold(ELSEWHERE, `${SERVER_TIME} + ${10 * HOUR}`);
    expect((await (await driver(300)).takeOver(jobIdOf(1), 'dead'))?.job).toEqual(sketchJob(1));
  });

  test('by exactly one of many who find the holder dead', async () => {
    await hold(ELSEWHERE);
    const contenders = await Promise.all([1, 2, 3, 4].map(() => driver(300)));
    const taken = await Promise.all(contenders.map((one) => one.takeOver(jobIdOf(1), 'dead')));
    expect(taken.filter((one) => one !== undefined)).toHaveLength(1);
  });

  test('never from a holder of the same driver, however busy the thread', async () => {
    const own = await driver(1);
    const taken = await own.takeOver(jobIdOf(1), 'dead');
    expect(await own.takeOver(jobIdOf(1), 'dead')).toBeUndefined();
    expect(taken?.hold.lost.aborted).toBe(false);
  });
});

test('a holder that was taken for dead finds out by itself, and writes nothing any more', async () => {
  const own = await driver(FOREVER_MS);
  const taken = await own.takeOver(jobIdOf(1), 'dead');
  await change("token = 'thief'");
  await expect.poll(() => taken?.hold.lost.aborted, { timeout: 5000 }).toBe(true);
  await expect(taken?.hold.put(sketchJob(1, { state: 'succeeded' }))).rejects.toMatchObject({ code: 'STORE_BUSY' });
  expect(await own.get(jobIdOf(1))).toEqual(sketchJob(1));
});

test('a holder writes nothing any more even before it finds out', async () => {
  const own = await driver(FOREVER_MS, FOREVER_MS);
  const taken = await own.takeOver(jobIdOf(1), 'dead');
  await change("token = 'thief'");
  await expect(taken?.hold.put(sketchJob(1, { state: 'succeeded' }))).rejects.toMatchObject({ code: 'STORE_BUSY' });
  expect(taken?.hold.lost.aborted).toBe(true);
  expect(await own.get(jobIdOf(1))).toEqual(sketchJob(1));
});

test('a release waits for the writes before it', async () => {
  const own = await driver(FOREVER_MS, FOREVER_MS);
  const taken = await own.takeOver(jobIdOf(1), 'dead');
  const running = sketchJob(1, { state: 'running' });
  const writes = [taken!.hold.put(running), taken!.hold.release()];
  await Promise.all(writes);
  expect(await own.get(jobIdOf(1))).toEqual(running);
  expect((await own.takeOver(jobIdOf(1), 'dead'))?.job).toEqual(running);
});

test('an older write that reaches the server late does not undo a newer one', async () => {
  const sent: (() => Promise<unknown>)[] = [];
  let isSlow = true;
  const query: Postgres['query'] = async (sql, ...rest) => {
    if (!isSlow || !/SET body/u.test(sql)) return postgres.query(sql, ...rest);
    isSlow = false;
    sent.push(() => postgres.query(sql, ...rest));
    throw new Error('no answer');
  };
  const own = postgresJobs({ postgres: { ...postgres, query } });
  await own.open();
  open.push(own);
  const taken = await own.takeOver(jobIdOf(1), 'dead');
  await expect(taken?.hold.put(sketchJob(1, { state: 'running', message: 'older' }))).rejects.toThrow('no answer');
  const newer = sketchJob(1, { state: 'running', message: 'newer' });
  await taken?.hold.put(newer);
  for (const send of sent) expect(await send()).toEqual([]);
  expect(await own.get(jobIdOf(1))).toEqual(newer);
});

test('an end that could not be written leaves the job held, and a release after it frees it', async () => {
  let isAway = true;
  const query: Postgres['query'] = async (sql, ...rest) => {
    if (isAway && /SET body/u.test(sql)) throw new Error('away');
    return postgres.query(sql, ...rest);
  };
  const own = postgresJobs({ postgres: { ...postgres, query }, beatMs: 20 });
  await own.open();
  open.push(own);
  const taken = await own.takeOver(jobIdOf(1), 'dead');
  const ended = sketchJob(1, { state: 'succeeded' });
  await expect(taken?.hold.put(ended)).rejects.toThrow('away');
  expect(taken?.hold.lost.aborted).toBe(false);
  const [ending, releasing] = [taken!.hold.put(ended), taken!.hold.release()];
  await expect(ending).rejects.toThrow('away');
  await releasing;
  isAway = false;
  const next = await own.takeOver(jobIdOf(1), 'dead');
  await next?.hold.put(ended);
  expect(await own.get(jobIdOf(1))).toEqual(ended);
});

describe('a job is free for others, though its process lives,', () => {
  test('where its release failed once', async () => {
    let isAway = true;
    const own = await driverOver((sql, ...rest) => {
      if (!isAway || !/^UPDATE .* SET token = NULL/u.test(sql)) return postgres.query(sql, ...rest);
      isAway = false;
      return Promise.reject(new Error('away'));
    });
    const taken = await own.takeOver(jobIdOf(1), 'dead');
    await expect(taken?.hold.release()).rejects.toThrow('away');
    const other = await driver(FOREVER_MS);
    const signal = AbortSignal.timeout(20_000);
    expect((await other.takeOver(jobIdOf(1), 'dead', { signal }))?.job).toEqual(sketchJob(1));
  });

  test.each([
    ['it was added', 'INSERT', 2],
    ['it was taken over', 'SET token = $2', 1],
  ])('where %s without an answer', async (_, words, id) => {
    const own = await driverOver(async (sql, ...rest) => {
      const found = await postgres.query(sql, ...rest);
      if (sql.includes(words)) throw new Error('the answer was lost');
      return found as never;
    });
    if (id === 2) await change('ended = true');
    const asking = id === 2 ? own.add(sketchJob(2)) : own.takeOver(jobIdOf(1), 'dead');
    await expect(asking).rejects.toThrow('the answer was lost');
    const other = await driver(FOREVER_MS);
    const signal = AbortSignal.timeout(20_000);
    expect((await other.takeOver(jobIdOf(id), 'dead', { signal }))?.job).toEqual(sketchJob(id));
  });
});

test('the table itself lets in one job that has not ended at most', async () => {
  const adding = postgres.query(`INSERT INTO ${postgres.schema}.job (id, ended, body) VALUES ('other', false, '{}')`);
  await expect(adding).rejects.toMatchObject({ details: { sqlState: '23505' } });
});
