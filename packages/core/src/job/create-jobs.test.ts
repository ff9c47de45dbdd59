import { describe, expect, test } from 'vitest';
import { IbidError } from '../types/ibid-error.ts';
import type { Jobs } from './create-jobs.ts';
import { openServer, outcomeOf, REQUEST, settle, testClock, testList } from './jobs-fixture.ts';

describe('a job', () => {
  test('goes from queued to running to succeeded, each kept', async () => {
    const list = testList();
    const { now, move } = testClock();
    const server = openServer(list.driver(), { now });
    const { kind, job } = await server.jobs.start({ fresh: true, allowShrink: true });
    expect([kind, job.state, job.createdAt, job.startedAt]).toEqual([
      'started',
      'queued',
      '2026-01-02T03:04:05.000Z',
      '',
    ]);
    await settle();
    expect(await server.jobs.get(job.id)).toMatchObject({
      state: 'running',
      attempts: 1,
      startedAt: '2026-01-02T03:04:05.000Z',
    });
    expect(server.calls[0]?.job.request).toEqual({ fresh: true, allowShrink: true });
    expect(await server.jobs.resume()).toBeUndefined();
    move(5_000);
    server.calls[0]?.finish();
    await server.jobs.idle();
    expect(await server.jobs.get(job.id)).toEqual({
      ...job,
      state: 'succeeded',
      startedAt: '2026-01-02T03:04:05.000Z',
      endedAt: '2026-01-02T03:04:10.000Z',
      attempts: 1,
      pages: { added: 1, changed: 2, removed: 3, unchanged: 3, failed: 0 },
    });
    expect(list.puts.map(({ state }) => state)).toEqual(['running', 'succeeded']);
    expect(server.reported).toEqual([]);
    expect(await server.jobs.resume()).toBeUndefined();
  });

  test('with bad pages ends as partial and names each, at most 1,000 (R24)', async () => {
    const server = openServer(testList().driver());
    const { job } = await server.jobs.start(REQUEST);
    await settle();
    const failed = Array.from({ length: 1_001 }, (_, i) => ({
      page: `https://docs.example/${i}`,
      stage: 'load' as const,
      error: "ENOENT: no such file, open '/home/me/docs/page.md'",
      kept: true,
    }));
    const pages = { ...outcomeOf().pages, failed: 1_001 };
    server.calls[0]?.finish(outcomeOf({ status: 'partial', failed, pages }));
    await server.jobs.idle();
    const ended = await server.jobs.get(job.id);
    expect(ended).toMatchObject({ state: 'partial', code: '', pages: { failed: 1_001 } });
    expect(ended?.errors).toHaveLength(1_000);
    expect(ended?.errors[7]).toEqual({
      page: 'https://docs.example/7',
      stage: 'load',
      error: "ENOENT: no such file, open '…/page.md'",
    });
  });

  test('that we end ourselves fails with our code and words', async () => {
    const server = openServer(testList().driver());
    const { job } = await server.jobs.start(REQUEST);
    await settle();
    const held = new IbidError('BUILD_HELD', 'The new index would have 1 pages instead of 9.');
    server.calls[0]?.fail(held);
    await server.jobs.idle();
    expect(await server.jobs.get(job.id)).toMatchObject({
      state: 'failed',
      code: 'BUILD_HELD',
      message: 'The new index would have 1 pages instead of 9.',
    });
    expect(server.reported).toEqual([held]);
  });

  test('that fails in foreign words keeps them for the log alone (R26)', async () => {
    const server = openServer(testList().driver());
    const { job } = await server.jobs.start(REQUEST);
    await settle();
    server.calls[0]?.fail(new Error('connect ECONNREFUSED /var/run/secret.sock'));
    await server.jobs.idle();
    const ended = await server.jobs.get(job.id);
    expect(ended).toMatchObject({ state: 'failed', code: 'INTERNAL' });
    expect(JSON.stringify(ended)).not.toMatch(/secret|ECONN/);
    expect(String(server.reported[0])).toMatch(/secret/);
  });

  test('keeps the next one out until it has ended, and says so', async () => {
    const server = openServer(testList().driver());
    const first = await server.jobs.start(REQUEST);
    await settle();
    server.calls[0]?.onProgress({ stage: 'pages', done: 3, total: 9 });
    const second = await server.jobs.start(REQUEST);
    expect(second.kind).toBe('running');
    expect(second.job).toMatchObject({ id: first.job.id, progress: { stage: 'pages', done: 3, total: 9 } });
    server.calls[0]?.finish();
    await server.jobs.idle();
    expect((await server.jobs.start(REQUEST)).kind).toBe('started');
    await settle();
    expect((await server.jobs.list(10)).map(({ state }) => state)).toEqual(['running', 'succeeded']);
  });
});

describe('progress', () => {
  test('is kept at every new stage and twice a second, and shown at once', async () => {
    const list = testList();
    const { now, move } = testClock();
    const server = openServer(list.driver(), { now });
    const { job } = await server.jobs.start(REQUEST);
    await settle();
    list.puts.length = 0;
    const send = async (stage: 'list' | 'pages', done: number, total?: number): Promise<void> => {
      server.calls[0]?.onProgress({ stage, done, total });
      await settle();
      move(100);
    };
    for (let done = 1; done <= 12; done++) await send('list', done);
    await send('pages', 0, 12);
    await send('pages', 1, 12);
    expect(list.puts.map(({ progress }) => progress)).toEqual([
      { stage: 'list', done: 1, total: 0 },
      { stage: 'list', done: 6, total: 0 },
      { stage: 'list', done: 11, total: 0 },
      { stage: 'pages', done: 0, total: 12 },
    ]);
    expect((await server.jobs.get(job.id))?.progress).toEqual({ stage: 'pages', done: 1, total: 12 });
    expect((await server.jobs.list(1))[0]?.progress.done).toBe(1);
    // A clock that is set back delays nothing.
    move(-3_600_000);
    await send('pages', 2, 12);
    expect(list.puts.at(-1)?.progress.done).toBe(2);
  });

  test('that cannot be kept stops nothing', async () => {
    const list = testList();
    const server = openServer(list.driver());
    const { job } = await server.jobs.start(REQUEST);
    await settle();
    list.failPuts(1);
    server.calls[0]?.onProgress({ stage: 'pages', done: 1, total: 9 });
    await settle();
    server.calls[0]?.finish();
    await server.jobs.idle();
    expect((await server.jobs.get(job.id))?.state).toBe('succeeded');
    expect(server.reported.map(String)).toEqual(['Error: the disk is full']);
  });
});

describe('cancel', () => {
  test('ends a running job at once, also when its run is slow to stop; the next one waits for that', async () => {
    const list = testList();
    const server = openServer(list.driver(), { deaf: true });
    const first = await server.jobs.start(REQUEST);
    await settle();
    expect(await server.jobs.cancel(first.job.id)).toMatchObject({ state: 'cancelled', code: '' });
    expect(server.calls[0]?.signal.aborted).toBe(true);
    const second = await server.jobs.start(REQUEST);
    await settle();
    expect([second.kind, server.calls.length]).toEqual(['started', 1]);
    expect((await server.jobs.get(second.job.id))?.state).toBe('queued');
    server.calls[0]?.finish();
    await settle();
    expect([server.calls.length, server.atOnce()]).toEqual([2, 1]);
    server.calls[1]?.finish();
    await server.jobs.idle();
    expect((await server.jobs.list(10)).map(({ state }) => state)).toEqual(['succeeded', 'cancelled']);
  });

  test('ends a queued job, which then never runs', async () => {
    const server = openServer(testList().driver());
    const { job } = await server.jobs.start(REQUEST);
    expect((await server.jobs.cancel(job.id))?.state).toBe('cancelled');
    await server.jobs.idle();
    expect(server.calls).toEqual([]);
  });

  test('leaves an ended job as it is, and knows no other', async () => {
    const server = openServer(testList().driver());
    const { job } = await server.jobs.start(REQUEST);
    await settle();
    server.calls[0]?.finish();
    const racing = await server.jobs.cancel(job.id);
    await server.jobs.idle();
    const ended = await server.jobs.get(job.id);
    expect([racing, await server.jobs.cancel(job.id)]).toEqual([ended, ended]);
    expect(await server.jobs.cancel('unknown')).toBeUndefined();
  });
});

describe('a server that stops', () => {
  test('leaves its job running in the list, and the next start goes on with it', async () => {
    const list = testList();
    const first = openServer(list.driver());
    const { job } = await first.jobs.start(REQUEST);
    await settle();
    await first.jobs.close();
    expect(first.calls[0]?.signal.aborted).toBe(true);
    expect(list.puts.map(({ state }) => state)).toEqual(['running']);
    await expect(first.jobs.start(REQUEST)).rejects.toMatchObject({ code: 'CLOSED' });
    await expect(first.jobs.get(job.id)).rejects.toMatchObject({ code: 'CLOSED' });

    const second = openServer(list.driver());
    expect((await second.jobs.resume())?.id).toBe(job.id);
    await settle();
    expect(await second.jobs.get(job.id)).toMatchObject({ state: 'running', attempts: 2 });
    second.calls[0]?.finish();
    await second.jobs.idle();
    expect(await second.jobs.get(job.id)).toMatchObject({ state: 'succeeded', attempts: 2 });
    expect([...first.reported, ...second.reported]).toEqual([]);
  });

  test('goes on with a job that had not begun', async () => {
    const list = testList();
    const first = openServer(list.driver(), { deaf: true });
    const slow = await first.jobs.start(REQUEST);
    await settle();
    await first.jobs.cancel(slow.job.id);
    const { job } = await first.jobs.start(REQUEST);
    const closing = first.jobs.close();
    first.calls[0]?.finish();
    await closing;
    expect([first.calls.length, list.puts.at(-1)?.state]).toEqual([1, 'cancelled']);
    const second = openServer(list.driver());
    await second.jobs.resume();
    await settle();
    expect(second.calls[0]?.job).toMatchObject({ id: job.id, attempts: 1 });
  });

  test('tells of a run that came to its end all the same', async () => {
    const list = testList();
    const server = openServer(list.driver(), { deaf: true });
    await server.jobs.start(REQUEST);
    await settle();
    const closing = server.jobs.close();
    server.calls[0]?.finish();
    await closing;
    expect(list.puts.at(-1)?.state).toBe('succeeded');
  });

  test('is not killed by one job for ever: the sixth attempt fails', async () => {
    const list = testList();
    let id = '';
    for (let attempt = 1; attempt <= 5; attempt++) {
      const server = openServer(list.driver());
      if (attempt === 1) id = (await server.jobs.start(REQUEST)).job.id;
      else await server.jobs.resume();
      await settle();
      expect(server.calls[0]?.job.attempts).toBe(attempt);
      await list.orphan();
    }
    const last = openServer(list.driver());
    await last.jobs.resume();
    await last.jobs.idle();
    expect(last.calls).toEqual([]);
    expect(await last.jobs.get(id)).toMatchObject({ state: 'failed', code: 'ABORTED', attempts: 5 });
    expect((await last.jobs.get(id))?.message).toMatch(/ended 5 times before this job was done/);
  });
});

describe('two servers on one list', () => {
  test('run one job', async () => {
    const list = testList();
    const [one, other] = [openServer(list.driver()), openServer(list.driver())];
    const { job } = await one.jobs.start(REQUEST);
    await settle();
    expect(await other.jobs.start(REQUEST)).toMatchObject({ kind: 'running', job: { id: job.id } });
    expect((await other.jobs.resume())?.id).toBe(job.id);
    await settle();
    expect([one.calls.length, other.calls.length]).toEqual([1, 0]);
    one.calls[0]?.finish();
    await other.jobs.idle();
    expect(other.calls).toEqual([]);
  });

  test('cancel for each other', async () => {
    const list = testList();
    const [one, other] = [openServer(list.driver()), openServer(list.driver())];
    const { job } = await one.jobs.start(REQUEST);
    await settle();
    expect((await other.jobs.cancel(job.id))?.state).toBe('cancelled');
    await settle();
    expect(one.calls[0]?.signal.aborted).toBe(true);
    await one.jobs.idle();
    expect((await one.jobs.get(job.id))?.state).toBe('cancelled');
    expect(await one.jobs.cancel(job.id)).toMatchObject({ state: 'cancelled' });
    expect(one.reported).toEqual([]);
  });

  test('leave no job of a dead one behind: who looks at it goes on with it', async () => {
    const list = testList();
    const dead = openServer(list.driver(), { deaf: true });
    const { job } = await dead.jobs.start(REQUEST);
    await settle();
    await list.orphan();
    const looks: ((jobs: Jobs) => Promise<unknown>)[] = [
      (jobs) => jobs.get(job.id),
      (jobs) => jobs.list(1),
      (jobs) => jobs.start(REQUEST),
    ];
    for (const look of looks) {
      const next = openServer(list.driver());
      await look(next.jobs);
      await settle();
      expect(next.calls.map((call) => call.job.id)).toEqual([job.id]);
      await list.orphan();
    }
  });

  test('lose nothing when the end cannot be written: the job goes on later', async () => {
    const list = testList();
    const server = openServer(list.driver());
    const { job } = await server.jobs.start(REQUEST);
    await settle();
    list.failPuts(1);
    server.calls[0]?.finish();
    await server.jobs.idle();
    expect(server.reported.map(String)).toEqual(['Error: the disk is full']);
    expect((await server.jobs.get(job.id))?.state).toBe('running');
    await settle();
    server.calls[1]?.finish();
    await server.jobs.idle();
    expect(await server.jobs.get(job.id)).toMatchObject({ state: 'succeeded', attempts: 2 });
  });
});
