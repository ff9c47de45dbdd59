/** What the harness is worth: with one guard of the widget taken away, it must see what payloads then do. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../../scripts/chromium.ts';
import { ADDRESSES, PLAIN } from './payload/text.ts';
import { attackByReplies as attack } from './testing/attack-by-replies.ts';
import { attackCareless } from './testing/attack-careless.ts';
import { sinksIn, type Sink } from './testing/findings.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

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

test('a widget that takes text for markup is caught running scripts and asking elsewhere, from every place that readers see', async () => {
  const texts = [...PLAIN, ...PLAIN];
  const found = await attackCareless(browser, { without: 'text', attack, texts });
  expect(missed(found.executed)).toEqual([]);
  expect(missed(found.foreign)).toEqual([]);
  expect(found.strange).toEqual(expect.arrayContaining(['<img>', '<script>', 'img[onerror]', 'svg[onload]']));
}, 90_000);

test('a widget that takes any address for a link is caught', async () => {
  const texts = ADDRESSES.slice(0, 25);
  const { strange } = await attackCareless(browser, { without: 'address', attack, texts });
  expect(strange.join('\n')).toMatch(/^href javascript:/mu);
  expect(strange.join('\n')).toMatch(/^href data:/mu);
}, 90_000);

test('a widget that copies text as it is is caught by what a renderer of Markdown makes of it', async () => {
  const texts = PLAIN;
  const { copied, ...found } = await attackCareless(browser, { without: 'escape', attack, texts });
  for (const kind of [/^link https:\/\/evil/mu, /^image /mu, /^html </mu]) expect(copied.join('\n')).toMatch(kind);
  expect(found).toMatchObject({ executed: [], foreign: [], strange: [], led: [] });
}, 90_000);
