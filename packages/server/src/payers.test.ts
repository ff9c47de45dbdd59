import { expect, test } from 'vitest';
import { payers } from './payers.ts';

const ASKER = { client: '203.0.113.7', siteKey: 'site-key-one', sessionId: '6f1e0000-0000-4000-8000-000000000000' };

test('accounts tell askers apart, and nothing of who they are can be read from them (R20)', () => {
  const payerOf = payers(['site-key-one']);
  const payer = payerOf(ASKER);
  expect(payerOf(ASKER)).toEqual(payer);
  expect(payerOf({ ...ASKER, client: '203.0.113.8' }).client).not.toBe(payer.client);
  for (const word of Object.values(ASKER)) expect(JSON.stringify(payer)).not.toContain(word);
});

test('an address has another account in every process, a site key and a conversation keep theirs', () => {
  const [one, other] = [payers(['site-key-one'])(ASKER), payers(['site-key-one'])(ASKER)];
  expect(other.client).not.toBe(one.client);
  expect({ ...other, client: '' }).toEqual({ ...one, client: '' });
});

test('a site key that the owner has not listed pays for nothing', () => {
  expect(payers([])(ASKER)).not.toHaveProperty('siteKey');
  expect(payers([])({ ...ASKER, sessionId: undefined })).not.toHaveProperty('session');
});
