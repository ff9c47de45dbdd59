import { expect, test } from 'vitest';
import { writePayload, type Payload } from './payload/payload.ts';
import { payloads } from './payloads.ts';

const kindOf = ({ name }: Payload): string => name.split('/')[0]!;

test('there are at least 1,000 payloads, no two alike, and each tells its number', () => {
  const all = payloads();
  expect(all.length).toBeGreaterThanOrEqual(1000);
  expect(new Set(all.map((payload) => writePayload(payload, 1))).size).toBe(all.length);
  for (const payload of all) {
    const text = writePayload(payload, 70_001);
    expect(text).toContain('70001');
    expect(text).not.toMatch(/«|»/u);
  }
});

test('each tenth part holds of every kind', () => {
  const all = payloads();
  const kinds = new Set(all.map(kindOf));
  const part = all.slice(0, Math.ceil(all.length / 10));
  expect(new Set(part.map(kindOf))).toEqual(kinds);
});
