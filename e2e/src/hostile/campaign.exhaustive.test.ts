/** More than 1,000 payloads in every place: none runs, sends a request elsewhere, leads away, or becomes an element, with and without a policy. */
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

// Fewer payloads with a policy: it can only forbid more. It changes how a page fails.
const TRIALS = ATTACKS.flatMap((attack) => [false, true].map((hasPolicy) => ({ attack, hasPolicy })));

test.for(TRIALS)(
  'payloads are text: $attack.name, with a policy: $hasPolicy',
  { timeout: 900_000 },
  async ({ attack, hasPolicy }, context) => {
    const texts = payloads().slice(0, hasPolicy ? 200 : undefined);
    tried(context, texts.length);
    expect(await runAttack(browser, attack, texts, { hasPolicy })).toEqual({ ...NOTHING, shown: texts.length });
  },
);
