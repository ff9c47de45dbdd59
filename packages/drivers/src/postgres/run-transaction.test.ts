import { IbidError } from '@ibid/core';
import { describe, expect, test } from 'vitest';
import type { BorrowedConnection } from './borrowed-connection.ts';
import { runTransaction } from './run-transaction.ts';

/** What a connection does when a statement begins with these letters: answer with this tag, fail, or break. */
type Script = Readonly<Record<string, string | IbidError | 'break'>>;

const BUSY = new IbidError('STORE_BUSY', 'Busy', { retryable: true, details: { sqlState: '40001' } });
const AWAY = new IbidError('UPSTREAM_FAILED', 'Away', { retryable: true });

/** Transactions over connections that follow the scripts, the last of them for ever; `said` is what each was told. */
function scripted(...scripts: readonly Script[]): {
  readonly said: string[][];
  readonly released: () => number;
  run<T>(work: Parameters<typeof runTransaction<T>>[0]): Promise<T>;
} {
  const said: string[][] = [];
  let released = 0;
  const connection = (script: Script): BorrowedConnection => {
    const own: string[] = [];
    said.push(own);
    let isLost = false;
    return {
      async run(sql) {
        own.push(sql.split(/[ ;]/u)[0]!);
        const answer = script[own.at(-1)!] ?? own.at(-1)!;
        if (answer === 'break') isLost = true;
        if (isLost) throw AWAY;
        if (IbidError.is(answer)) throw answer;
        return { command: answer, rows: [], rowCount: 0, oid: 0, fields: [] };
      },
      checkServer: () => Promise.resolve({ warns: true }),
      isLost: () => isLost,
      giveUp: () => undefined,
      release: () => {
        released += 1;
      },
    };
  };
  let borrowed = 0;
  return {
    said,
    released: () => released,
    run: (work) =>
      runTransaction(work, {
        isolation: 'read committed',
        timeoutMs: 1000,
        borrow: async () => connection(scripts[Math.min(borrowed++, scripts.length - 1)]!),
        committing: () => undefined,
      }),
  };
}

describe('a transaction', () => {
  test('commits what was done, and gives what came of it', async () => {
    const { run, said, released } = scripted({});
    expect(await run(async (query) => [await query('SELECT 1'), 'done'])).toEqual([[], 'done']);
    expect(said).toEqual([['BEGIN', 'SELECT', 'COMMIT']]);
    expect(released()).toBe(1);
  });

  test('rolls back when its work rejects, and is not run again', async () => {
    const { run, said, released } = scripted({});
    const own = new IbidError('INVALID_REQUEST', 'No');
    await expect(run(() => Promise.reject(own))).rejects.toBe(own);
    expect(said).toEqual([['BEGIN', 'ROLLBACK']]);
    expect(released()).toBe(1);
  });

  test('is run again when it lost to others, at a statement or at the commit', async () => {
    const { run, said } = scripted({ UPDATE: BUSY }, { COMMIT: BUSY }, {});
    let runs = 0;
    const result = await run(async (query) => {
      runs += 1;
      await query('UPDATE x');
      return runs;
    });
    expect(result).toBe(3);
    expect(said.map((one) => one.join(' '))).toEqual([
      'BEGIN UPDATE ROLLBACK',
      'BEGIN UPDATE COMMIT',
      'BEGIN UPDATE COMMIT',
    ]);
  });

  test('is not run for ever: it says STORE_BUSY after five times', async () => {
    const { run, said, released } = scripted({ UPDATE: BUSY });
    await expect(run((query) => query('UPDATE x'))).rejects.toBe(BUSY);
    expect([said.length, released()]).toEqual([5, 5]);
  });

  test('is run once more on another connection when its own broke before the commit', async () => {
    for (const where of ['BEGIN', 'UPDATE']) {
      const { run, said } = scripted({ [where]: 'break' }, {});
      await run((query) => query('UPDATE x'));
      expect(said.at(-1)).toEqual(['BEGIN', 'UPDATE', 'COMMIT']);
      const gone = scripted({ [where]: 'break' });
      await expect(gone.run((query) => query('UPDATE x'))).rejects.toMatchObject({ retryable: true });
      expect(gone.said.length).toBe(2);
    }
  });

  test('whose connection broke at the commit says that nobody knows, and is not run again', async () => {
    const { run, said } = scripted({ COMMIT: 'break' }, {});
    await expect(run((query) => query('UPDATE x'))).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      retryable: false,
      details: { outcome: 'unknown' },
      message: expect.stringContaining('not known'),
    });
    expect(said.length).toBe(1);
  });

  test('that went on after a failed statement is not taken for committed', async () => {
    const { run } = scripted({ COMMIT: 'ROLLBACK' });
    await expect(run(async () => 'done')).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', retryable: false });
  });

  test('whose connection broke is not committed, though its work takes no notice', async () => {
    const { run, said } = scripted({ UPDATE: 'break' });
    const work = run((query) => query('UPDATE x').catch(() => 'never mind'));
    await expect(work).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true });
    expect(said.length).toBe(2);
  });
});
