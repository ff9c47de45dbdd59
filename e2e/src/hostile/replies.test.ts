import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../../scripts/chromium.ts';
import { payloads } from './payloads.ts';
import { NOTHING } from './testing/findings.ts';
import { replyTrial } from './testing/reply-trial.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Holds of every kind; `replies.long.test.ts` has the rest. */
const some = payloads().slice(0, 100);

test('payloads in every place of a reply are text, without any policy: nothing runs, leaves, leads or is made', async () => {
  const { shown, cards, clicked, ...found } = await replyTrial(browser, some, { hasPolicy: false });
  expect(found).toEqual(NOTHING);
  expect(shown).toBe(some.length);
  expect(cards).toBeGreaterThan(5 * some.length);
  expect(clicked).toBeGreaterThan(5 * some.length);
}, 60_000);
