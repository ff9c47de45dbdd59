/** What the harness is worth: with one guard of the widget taken away, it must see what payloads then do. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../../../scripts/chromium.ts';
import { ADDRESSES } from './payload/addresses.ts';
import type { Payload } from './payload/payload.ts';
import { payloads } from './payloads.ts';
import { attackByReplies } from './testing/attack-by-replies.ts';
import { carelessBundle, type Guard } from './testing/careless-bundle.ts';
import type { Trial } from './testing/findings.ts';
import { openHostileSite } from './testing/hostile-site.ts';
import { openVictim } from './testing/open-victim.ts';
import { sinksIn, type Sink } from './testing/sinks.ts';
import { staying } from './testing/staying.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function attackWithout(
  guard: Guard,
  texts: readonly Payload[],
  { hasPolicy = false }: { readonly hasPolicy?: boolean } = {},
): Promise<Trial> {
  await using bundle = await carelessBundle([guard]);
  await using site = await openHostileSite({ hasPolicy, bundle: bundle.folder });
  await using victim = await openVictim(browser, site.page);
  return await attackByReplies(victim, site, texts);
}

/** Those of a reply that readers see. */
const SEEN: readonly Sink[] = [
  'verbatim',
  'worded',
  'step',
  'item',
  'row',
  'code',
  'language',
  'title',
  'section',
  'quote',
  'message',
  'warning',
  'nearest-title',
  'nearest-section',
];

const missed = (told: readonly string[]): readonly Sink[] => SEEN.filter((sink) => !sinksIn(told).includes(sink));

describe('a widget that takes text for markup', () => {
  test('is caught running scripts and asking elsewhere, from every place that readers see', async () => {
    const found = await attackWithout('text', staying(payloads()).slice(0, 50));
    expect(missed(found.executed)).toEqual([]);
    expect(missed(found.foreign)).toEqual([]);
    expect(found.strange).toEqual(expect.arrayContaining(['<img>', '<script>', 'img[onerror]', 'svg[onload]']));
  }, 90_000);

  test('is caught under the policy of `ibid serve` too, which lets pictures in', async () => {
    const found = await attackWithout('text', staying(payloads()).slice(0, 25), { hasPolicy: true });
    expect(found.foreign.length).toBeGreaterThan(10);
    expect(found.strange.length).toBeGreaterThan(10);
  }, 90_000);

  test('is caught leading the page away', async () => {
    const away = { name: 'away', template: '<img src=x onerror="location=`/docs/valves?«id»`">' };
    const found = await attackWithout('text', [away]);
    expect(found.led.join('\n')).toMatch(/^away, .*\/docs\/valves/mu);
  }, 90_000);
});

test('a widget that takes any address for a link is caught', async () => {
  const found = await attackWithout('address', ADDRESSES.slice(0, 25));
  expect(found.strange.join('\n')).toMatch(/^href javascript:/mu);
  expect(found.strange.join('\n')).toMatch(/^href data:/mu);
});

test('a widget that copies text as it is is caught by what a renderer of Markdown makes of it', async () => {
  const { copied, ...found } = await attackWithout('escape', payloads().slice(0, 25));
  for (const kind of [/^link https:\/\/evil/mu, /^image /mu, /^html </mu]) expect(copied.join('\n')).toMatch(kind);
  expect(found).toMatchObject({ executed: [], foreign: [], strange: [], led: [] });
});
