/** More than 1,000 payloads in every place: none runs, asks elsewhere, leads away, or becomes an element, with and without a policy. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../../../scripts/chromium.ts';
import { payloads } from './payloads.ts';
import { ATTACKS } from './testing/attacks.ts';
import { NOTHING } from './testing/findings.ts';
import { runAttack } from './testing/run-attack.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const all = payloads();

describe.each([
  ['with the policy of `ibid serve`', true],
  ['without any policy', false],
])('%s, all payloads are text', (_, hasPolicy) => {
  test.each(ATTACKS)(
    '%s',
    async (_name, attack) => {
      expect(await runAttack(browser, attack, all, { hasPolicy })).toEqual({ ...NOTHING, shown: all.length });
    },
    600_000,
  );
});
