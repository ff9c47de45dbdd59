/** More than 1,000 payloads in every place: none runs, asks elsewhere, leads away, or becomes an element, with and without a policy. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../../scripts/chromium.ts';
import { payloads } from './payloads.ts';
import { ATTACKS, runAttack } from './testing/attacks.ts';
import { NOTHING } from './testing/findings.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

// A policy can only take away from what is done without one; what it changes is how a page fails.
const TRIALS = ATTACKS.flatMap((attack) => [false, true].map((hasPolicy) => ({ attack, hasPolicy })));

test.each(TRIALS)(
  'payloads are text: $attack.name, with a policy: $hasPolicy',
  async ({ attack, hasPolicy }) => {
    const texts = payloads().slice(0, hasPolicy ? 200 : undefined);
    expect(await runAttack(browser, attack, texts, { hasPolicy })).toEqual({ ...NOTHING, shown: texts.length });
  },
  900_000,
);
