import type { CallOptions } from '@ibid/core/types';
import { expect, test } from 'vitest';
import { payers } from './limits.ts';

const ASKER = { client: '203.0.113.7', siteKey: 'site-key-one' };
const SESSION = '6f1e0000-0000-4000-8000-000000000000';
const date = (): Date => new Date('2026-11-22T12:00:00.000Z');
const SETTINGS = { siteKeys: ['site-key-one'], date };

test('accounts distinguish clients and reveal nothing about them (R20)', async () => {
  const payerOf = payers(SETTINGS);
  const payer = await payerOf(ASKER, SESSION);
  expect(await payerOf(ASKER, SESSION)).toEqual(payer);
  expect((await payerOf({ ...ASKER, client: '203.0.113.8' })).client).not.toBe(payer.client);
  for (const word of [...Object.values(ASKER), SESSION]) expect(JSON.stringify(payer)).not.toContain(word);
});

test('an address has another account in every process, while site keys and conversations keep theirs', async () => {
  const [one, other] = [await payers(SETTINGS)(ASKER, SESSION), await payers(SETTINGS)(ASKER, SESSION)];
  expect(other.client).not.toBe(one.client);
  expect({ ...other, client: '' }).toEqual({ ...one, client: '' });
});

test('an unlisted site key has no account', async () => {
  const payerOf = payers({ siteKeys: [], date });
  expect(await payerOf(ASKER)).not.toHaveProperty('siteKey');
  expect(await payerOf(ASKER)).not.toHaveProperty('session');
});

test('with shared keys, an address has one account on all servers, and another on the next day', async () => {
  const asked: string[] = [];
  const clientKey = async (day: string): Promise<Uint8Array> => {
    asked.push(day);
    return Buffer.from(day.padEnd(32));
  };
  let now = date();
  const one = payers({ ...SETTINGS, date: () => now, clientKey });
  const first = await one(ASKER);
  expect(await payers({ ...SETTINGS, clientKey })(ASKER)).toEqual(first);
  await one(ASKER);
  expect(asked).toHaveLength(2);
  now = new Date('2026-11-23T00:00:00.000Z');
  expect((await one(ASKER)).client).not.toBe(first.client);
});

test('questions are answered while the shared key is unavailable', async () => {
  for (const broken of [
    () => Promise.reject(new Error('CANARY')),
    (_: string, { signal }: { signal?: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  ]) {
    let asked = 0;
    const clientKey = (day: string, options: CallOptions = {}): Promise<Uint8Array> => {
      asked += 1;
      return broken(day, options);
    };
    const payerOf = payers({ ...SETTINGS, clientKey }, 20);
    const both = await Promise.all([payerOf(ASKER), payerOf(ASKER)]);
    expect(both[0]).toEqual(both[1]);
    // The key is not requested for each question, because a failure may take a while.
    expect(await payerOf(ASKER)).toEqual(both[0]);
    expect(asked).toBe(1);
  }
});
