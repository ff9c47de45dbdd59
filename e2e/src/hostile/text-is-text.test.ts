import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../../scripts/chromium.ts';
import { payloads } from './payloads.ts';
import { NOTHING } from './testing/findings.ts';
import { ATTACKS, runAttack } from './testing/run-attack.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Holds of every kind; `text-is-text.exhaustive.test.ts` has them all. */
const some = payloads().slice(0, 40);

test.each(ATTACKS)(
  'without any policy, payloads are text: %s',
  async (_, attack) => {
    expect(await runAttack(browser, attack, some, { hasPolicy: false })).toEqual({ ...NOTHING, shown: some.length });
  },
  60_000,
);
