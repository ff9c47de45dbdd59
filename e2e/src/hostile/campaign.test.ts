/** Foreign text stays text in the panel. As a control, the guards of the widget are removed, and the same campaign must detect what payloads then do. */
import type { Browser } from 'playwright-core';
import { tried } from '@ibid/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../../scripts/chromium.ts';
import { openNativeService, sampleReplies } from '../../../packages/widget/src/testing/index.ts';
import { ADDRESSES, payloads, PLAIN, writePayload, type Payload } from './payloads.ts';
import { ATTACKS, BY_REPLIES, runAttack } from './testing/attacks.ts';
import { findingsOf, NOTHING, sinksIn } from './testing/findings.ts';
import { openHostileSite } from './testing/hostile-site.ts';
import { openVictim } from './testing/victim.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

function kindsOf(some: readonly Payload[]): ReadonlySet<string> {
  return new Set(some.map(({ name }) => name.split('/')[0]!));
}

test('there are at least 1,000 different payloads, each contains its number, and each tenth of the list has every kind', () => {
  const all = payloads();
  const texts = all.map((payload) => writePayload(payload, 70_001));
  expect(all.length).toBeGreaterThanOrEqual(1000);
  expect(new Set(texts).size).toBe(all.length);
  expect(texts.filter((text) => !text.includes('70001') || /«|»/u.test(text))).toEqual([]);
  expect(kindsOf(all.slice(0, all.length / 10))).toEqual(kindsOf(all));
});

/** Two turns of each attack; `campaign.exhaustive.test.ts` plays them all. */
test.for(ATTACKS)('payloads are shown as text: $name', { timeout: 60_000 }, async (attack, context) => {
  const some = payloads().slice(0, 2 * attack.each);
  tried(context, some.length);
  expect(await runAttack(browser, attack, some)).toEqual({ ...NOTHING, shown: some.length });
});

test('control: a widget without guards fails in every place that readers see and in every way of being careless', async () => {
  const seen =
    'verbatim worded step item row code language title section quote message warning nearest-title nearest-section heading'.split(
      ' ',
    );
  const texts = [...PLAIN, ...PLAIN, ...ADDRESSES.slice(0, 7)];
  const found = await runAttack(browser, BY_REPLIES, texts, { isCareless: true });
  expect(sinksIn(found.executed)).toEqual(expect.arrayContaining(seen));
  expect(sinksIn(found.foreign)).toEqual(expect.arrayContaining(seen));
  expect(found.strange).toEqual(expect.arrayContaining(['<img>', '<script>', 'img[onerror]', 'svg[onload]']));
  expect(found.strange.join('\n')).toMatch(/^href javascript:/mu);
  for (const kind of [/^link https:\/\/evil/mu, /^image /mu, /^html </mu])
    expect(found.copied.join('\n')).toMatch(kind);
}, 90_000);

test('names such as `__proto__` change no object, and a redirect does not send a question to another host', async () => {
  await using site = await openHostileSite();
  await using victim = await openVictim(browser, site.page);
  await using elsewhere = await openNativeService();
  const poison = `"__proto__":{"src":"//evil.example/1","onerror":"__hit(1)","evil":1},"constructor":{"prototype":{"evil":1}}`;
  const json = JSON.stringify(sampleReplies(site.url).answered).replaceAll('{', `{${poison},`);
  for (const name of ['run-end', 'run-error', 'citation-verified', 'statement-verified', '__proto__', 'constructor']) {
    site.answerWith([{ do: 'write', bytes: `event: ${name}\ndata: ${json}\n\n` }]);
    await victim.ask('What is a topic?');
  }
  expect(await victim.page.evaluate(() => 'evil' in {} || 'evil' in Object)).toBe(false);
  for (const status of [302, 307, 308]) {
    site.answerWith([{ do: 'status', status, headers: { Location: `${elsewhere.url}/api/ask/stream` }, body: '' }]);
    await victim.ask('What is a secret?');
  }
  expect(elsewhere.requests).toEqual([]);
  await victim.settle();
  const found = { strange: await victim.inspect(), copied: [], led: [] };
  expect(findingsOf(victim.harm, found)).toEqual(NOTHING);
});
