/** More than 1,000 payloads in every place: none runs, sends a request elsewhere, leads away, or becomes an element. */
import type { Browser } from 'playwright-core';
import { tried } from '@ibid/testkit';
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

// Without a policy, which could only forbid more.
test.for(ATTACKS)('payloads are shown as text: $name', { timeout: 900_000 }, async (attack, context) => {
  const texts = payloads();
  tried(context, texts.length);
  expect(await runAttack(browser, attack, texts)).toEqual({ ...NOTHING, shown: texts.length });
});
