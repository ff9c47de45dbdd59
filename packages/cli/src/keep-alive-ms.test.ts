import { expect, test } from 'vitest';
import { keepAliveMs } from './commands/serve.ts';

test('outlasts a proxy, is short without one, and is what the owner says', () => {
  expect(keepAliveMs(undefined)).toBe(5_000);
  expect(keepAliveMs({ trustedProxies: 0 })).toBe(5_000);
  expect(keepAliveMs({ trustedProxies: 1 })).toBe(65_000);
  expect(keepAliveMs({ trustedProxies: 1, keepAliveSeconds: 120 })).toBe(120_000);
  expect(keepAliveMs({ keepAliveSeconds: 1.5 })).toBe(1_500);
});
