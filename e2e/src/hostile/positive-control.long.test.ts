/** As `positive-control.test.ts`, for each way in which text comes to the panel, and for what the policy of the page does not keep out. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../../../scripts/chromium.ts';
import { PLAIN } from './payload/plain.ts';
import { attackByReplies } from './testing/attack-by-replies.ts';
import { attackCareless } from './testing/attack-careless.ts';
import { ATTACKS } from './testing/attacks.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

describe('a widget that takes text for markup is caught', () => {
  test.each(ATTACKS)(
    'by %s',
    async (_, attack) => {
      const found = await attackCareless(browser, { without: 'text', attack, texts: PLAIN });
      expect(found.executed.length).toBeGreaterThanOrEqual(3);
      expect(found.foreign.length).toBeGreaterThanOrEqual(3);
      expect(found.strange).toEqual(expect.arrayContaining(['<img>', 'img[src]', 'img[onerror]']));
    },
    120_000,
  );

  test('under the policy of `ibid serve` too, which lets pictures in', async () => {
    const texts = [...PLAIN, ...PLAIN];
    const found = await attackCareless(browser, { without: 'text', attack: attackByReplies, texts, hasPolicy: true });
    expect(found.foreign.length).toBeGreaterThan(10);
    expect(found.strange.length).toBeGreaterThan(10);
  }, 120_000);

  test('leading the page away', async () => {
    const away = { name: 'away', template: '<img src=x onerror="location=`/docs/valves?«id»`">' };
    const found = await attackCareless(browser, { without: 'text', attack: attackByReplies, texts: [away] });
    expect(found.led.join('\n')).toMatch(/^away, .*\/docs\/valves/mu);
  }, 120_000);
});
