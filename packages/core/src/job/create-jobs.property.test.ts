import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { IbidError } from '../types/ibid-error.ts';
import type { Job, JobDriver } from '../types/job.ts';
import { openServer, outcomeOf, REQUEST, settle, testClock, testList, type TestServer } from './jobs-fixture.ts';
import { hasEnded } from './job-states.ts';

/** One step in the life of two servers on one list. `server` says at which of them. */
type Step = { readonly server: 0 | 1; readonly deed: Deed };
type Deed =
  | 'start'
  | 'cancel'
  | 'look'
  | 'finish'
  | 'partial'
  | 'fail'
  | 'progress'
  | 'restart'
  | 'die'
  | 'time passes'
  | 'disk full';

const DEEDS: readonly Deed[] = [
  ...(['start', 'start', 'start', 'cancel', 'look', 'finish', 'finish', 'partial', 'fail', 'progress'] as const),
  ...(['restart', 'die', 'time passes', 'disk full'] as const),
];
const steps = fc.array(
  fc.record({ server: fc.constantFrom(0 as const, 1 as const), deed: fc.constantFrom(...DEEDS) }),
  { maxLength: 40 },
);

/** Plays the steps and returns everything that was ever put into the list, and what is in it when all has come to rest. */
async function play(
  driverOf: (sound: JobDriver) => JobDriver,
  all: readonly Step[],
): Promise<{ readonly puts: readonly Job[]; readonly started: readonly string[]; readonly left: readonly Job[] }> {
  const list = await testList();
  const { now, move } = testClock();
  const started: string[] = [];
  const open = (): Promise<TestServer> => openServer(driverOf(list.driver()), { now });
  const servers = [await open(), await open()];

  for (const { server: which, deed } of all) {
    const { jobs, calls, atOnce } = servers[which]!;
    const call = calls.at(-1);
    if (deed === 'start') {
      const start = await jobs.start(REQUEST);
      if (start.kind === 'started') started.push(start.job.id);
    } else if (deed === 'cancel') await jobs.cancel(started.at(-1) ?? '').catch(() => undefined);
    else if (deed === 'look') await jobs.list(3);
    else if (deed === 'finish') call?.finish();
    else if (deed === 'partial') call?.finish(outcomeOf({ status: 'partial' }));
    else if (deed === 'fail') call?.fail(new IbidError('SOURCE_UNAVAILABLE', 'gone'));
    else if (deed === 'progress') call?.onProgress({ stage: 'pages', done: 1, total: 2 });
    else if (deed === 'time passes') move(600);
    else if (deed === 'disk full') list.failPuts(1);
    else {
      if (deed === 'restart') await jobs.close();
      else await list.orphan();
      servers[which] = await open();
    }
    await settle();
    expect(atOnce()).toBeLessThanOrEqual(1);
  }

  list.failPuts(0);
  for (let round = 0; round < 10; round++) {
    for (const { jobs, calls } of servers) {
      await jobs.list(1);
      await settle();
      for (const call of calls) call.finish();
      await settle();
    }
  }
  return { puts: list.puts, started, left: await servers[0]!.jobs.list(100) };
}

function expectSound({ puts, started, left }: Awaited<ReturnType<typeof play>>): void {
  expect(left.filter((job) => !hasEnded(job))).toEqual([]);
  expect(left.map(({ id }) => id)).toEqual(started.toReversed());
  for (const job of left) {
    const history = puts.filter(({ id }) => id === job.id);
    // The end is written once, last, and is what is read.
    expect(history.map(hasEnded)).toEqual(history.map((_, i) => i === history.length - 1));
    expect(history.at(-1)).toEqual(job);
    const attempts = history.map((one) => one.attempts);
    expect(attempts).toEqual(attempts.toSorted((a, b) => a - b));
  }
}

// oxlint-disable-next-line vitest/expect-expect -- `expectSound` asserts
test('every job that was started ends once and stays as it ended, whatever happens to two servers', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => expectSound(await play((driver) => driver, all))),
    { numRuns: 400 },
  );
});

/** A list that lets two servers hold one job: what a lost hold writes goes through all the same. */
function shareHolds(sound: JobDriver): JobDriver {
  return {
    ...sound,
    async add(job) {
      const added = await sound.add(job);
      if (added.kind === 'in-way') return added;
      const put = async (next: Job): Promise<void> => {
        const again = await sound.takeOver(next.id, 'anyone');
        await again?.hold.put(next);
      };
      return { kind: 'added', hold: { ...added.hold, lost: new AbortController().signal, put } };
    },
    takeOver: (id) => sound.takeOver(id, 'anyone'),
  };
}

test('a list that lets two servers hold one job is noticed (planted)', async () => {
  const history: readonly Step[] = [
    { server: 0, deed: 'start' },
    { server: 1, deed: 'look' },
    { server: 0, deed: 'finish' },
    { server: 1, deed: 'finish' },
  ];
  expectSound(await play((driver) => driver, history));
  await expect(play(shareHolds, history).then(expectSound)).rejects.toThrow(/expected/);
});
