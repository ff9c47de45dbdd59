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

const all = payloads();

test.each([
  ['with the policy of `ibid serve`', true],
  ['without any policy', false],
])(
  'every payload in every place of a reply is text: nothing runs, leaves, leads or is made, %s',
  async (_, hasPolicy) => {
    const { shown, cards, clicked, ...found } = await replyTrial(browser, all, { hasPolicy });
    expect(found).toEqual(NOTHING);
    expect(shown).toBe(all.length);
    expect(cards).toBeGreaterThan(5 * all.length);
    expect(clicked).toBeGreaterThan(5 * all.length);
  },
  300_000,
);
