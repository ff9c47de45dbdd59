import { expect, test } from 'vitest';
import { IbidError } from '../types/ibid-error.ts';
import { quicklyAgain, withRetries } from './waits.ts';

const failure = (code: 'TIMED_OUT' | 'RATE_LIMITED', details = {}): IbidError =>
  new IbidError(code, 'No.', { retryable: true, details });

/** Time that passes when told; a sleep of it ends when its time has come. */
function clock(): { readonly pass: (to: number) => Promise<void>; readonly sleep: (ms: number) => Promise<void> } {
  let now = 0;
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  return {
    sleep: (ms) => new Promise((wake) => void sleepers.push({ at: now + ms, wake })),
    async pass(to) {
      now = to;
      for (const { at, wake } of sleepers) if (at <= now) wake();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

interface Asked {
  readonly attempts: { readonly fail: (error: unknown) => void; readonly succeed: () => void }[];
  readonly outcome: Promise<unknown>;
}

function ask(sleep: (ms: number) => Promise<void>, signal: AbortSignal = new AbortController().signal): Asked {
  const attempts: Asked['attempts'] = [];
  const attempt = (): Promise<string> =>
    new Promise((resolve, reject) => void attempts.push({ fail: reject, succeed: () => resolve('vector') }));
  const outcome = quicklyAgain(attempt, { retries: 1, sleep, random: () => 0, signal }).catch(
    (error: unknown) => error,
  );
  return { attempts, outcome };
}

test('a timeout is not followed by another attempt, which would take as long', async () => {
  const { sleep, pass } = clock();
  const { attempts, outcome } = ask(sleep);
  const timeout = failure('TIMED_OUT');
  attempts[0]!.fail(timeout);
  await pass(10_000);
  expect(attempts).toHaveLength(1);
  expect(await outcome).toBe(timeout);
});

test('a quick failure is tried once more', async () => {
  const { sleep, pass } = clock();
  const { attempts, outcome } = ask(sleep);
  attempts[0]!.fail(failure('RATE_LIMITED'));
  await pass(0);
  await pass(600);
  attempts[1]!.succeed();
  expect(await outcome).toBe('vector');
});

test('a second attempt that hangs ends two seconds after the beginning, with what failed first', async () => {
  const { sleep, pass } = clock();
  const { attempts, outcome } = ask(sleep);
  const busy = failure('RATE_LIMITED');
  attempts[0]!.fail(busy);
  await pass(0);
  await pass(600);
  expect(attempts).toHaveLength(2);
  await pass(2_000);
  expect(await outcome).toBe(busy);
});

test('a failure after two seconds is final', async () => {
  const { sleep, pass } = clock();
  const { attempts, outcome } = ask(sleep);
  const late = failure('RATE_LIMITED');
  await pass(2_000);
  attempts[0]!.fail(late);
  expect(await outcome).toBe(late);
  await pass(10_000);
  expect(attempts).toHaveLength(1);
});

test('a first attempt may take longer than two seconds', async () => {
  const { sleep, pass } = clock();
  const { attempts, outcome } = ask(sleep);
  await pass(4_000);
  attempts[0]!.succeed();
  expect(await outcome).toBe('vector');
});

test('a service that asks for a longer wait is not waited for', async () => {
  const { sleep, pass } = clock();
  const { attempts, outcome } = ask(sleep);
  const busy = failure('RATE_LIMITED', { retryAfterMs: 2_000 });
  attempts[0]!.fail(busy);
  await pass(10_000);
  expect([await outcome, attempts.length]).toEqual([busy, 1]);
});

test('an abort ends a wait, and the attempt that follows says why', async () => {
  const caller = new AbortController();
  const attempt = async (): Promise<void> => {
    if (caller.signal.aborted) throw new IbidError('ABORTED', 'Stopped.');
    setImmediate(() => caller.abort());
    throw failure('RATE_LIMITED', { retryAfterMs: 60_000 });
  };
  const waiting = withRetries(attempt, { random: () => 0, signal: caller.signal });
  await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' });
});
