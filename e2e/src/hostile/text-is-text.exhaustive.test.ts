/** More than 1,000 payloads in every place: none runs, asks elsewhere, leads away, or becomes an element, with and without a policy. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../../scripts/chromium.ts';
import { payloads } from './payloads.ts';
import { attackByReplies } from './testing/attack-by-replies.ts';
import { NOTHING } from './testing/findings.ts';
import { ATTACKS, runAttack } from './testing/run-attack.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const all = payloads();

test.each(ATTACKS)(
  'without any policy, all payloads are text: %s',
  async (_, attack) => {
    expect(await runAttack(browser, attack, all, { hasPolicy: false })).toEqual({ ...NOTHING, shown: all.length });
  },
  900_000,
);

// A policy can only take away from what is done above; what it changes is how a page fails.
test.each(ATTACKS)(
  'with the policy of `ibid serve`, payloads are text: %s',
  async (_, attack) => {
    const some = attack === attackByReplies ? all : all.slice(0, 200);
    expect(await runAttack(browser, attack, some, { hasPolicy: true })).toEqual({ ...NOTHING, shown: some.length });
  },
  900_000,
);
