/** The whole way: pages that hold payloads as text, the plugin, the index, the server, a model that has been taken over, the panel. */
import { hijackedModel, openModelService, type ModelScript } from '@ibid/testkit';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { launchChromium } from '../../../scripts/chromium.ts';
import { payloads, writePayload } from './payloads.ts';
import { findingsOf, hitId, markdownFaults, NOTHING, printable, sinksIn } from './testing/findings.ts';
import { buildHostileBook, type HostileBook } from './testing/hostile-book.ts';
import { exerciseAnswer, openVictim } from './testing/victim.ts';

const texts = printable(payloads()).slice(0, 100);

let browser: Browser;
let book: HostileBook;
beforeAll(async () => {
  [browser, book] = await Promise.all([launchChromium(), buildHostileBook(texts)]);
}, 180_000);
afterAll(async () => {
  await Promise.all([browser?.close(), book?.[Symbol.asyncDispose]()]);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Quotes what it was given, between payloads that nobody has said. */
const embellishing: ModelScript = (call) => {
  const payload = writePayload(texts[call.index % texts.length]!, hitId('worded', call.index));
  const given = call.messages.map(({ text }) => text).join('\n');
  const name = [...given.matchAll(/zork[a-j]{4}(?= say\?)/gu)].at(-1)?.[0] ?? '';
  const from = given.indexOf(`The rim of gasket ${name} says`);
  const end = ' in small letters.';
  const truth = from === -1 ? '' : given.slice(from, given.indexOf(end, from) + end.length);
  const image = `![x](https://evil.example/${call.index})`;
  return {
    kind: 'text',
    text: `${truth}\n\n${payload} [p1]\n\n${truth.slice(0, -1)} ${payload}. [p1]\n\n**${truth}** ${image} [p1]`,
  };
};

test.each<[string, ModelScript | undefined, number, number]>([
  ['quoted', undefined, 1, 95],
  ['worded by a model that adds payloads of its own', embellishing, 4, 1],
  ['worded by a model that has been taken over', hijackedModel({ seed: 5 }), 4, 1],
])(
  'of pages that hold payloads, %s, nothing runs, leaves, leads or is made, in a browser that heeds no policy',
  async (_, model, step, least) => {
    await using service = await openModelService({ answer: model ?? embellishing, models: ['test-model'] });
    vi.stubEnv('IBID_MODEL_API_KEY', service.apiKey);
    await using served = await book.serve(model === undefined ? undefined : service.url);
    await using victim = await openVictim(browser, served.url + book.pageOf(0), { bypassCSP: true });
    const { page, panel, harm } = victim;
    const strange: string[] = [];
    const copied: string[] = [];
    const led: string[] = [];
    const unproved: string[] = [];
    let shown = 0;
    for (let at = 0; at < texts.length; at += step) {
      const before = page.url();
      await victim.ask(book.questionOf(at));
      if (page.url() !== before) led.push(page.url());
      const answer = panel.locator('.ibid-exchange').last();
      const told = (await answer.textContent()) ?? '';
      if (told.includes(String(hitId('verbatim', at)))) shown += 1;
      if (sinksIn([told]).includes('worded')) unproved.push(told);
      const { cards } = await page.evaluate(exerciseAnswer);
      if (cards.length > 0) copied.push(...markdownFaults(await victim.copied('Copy answer'), served.url, []));
      strange.push(...(await victim.inspect()));
    }
    await victim.settle();
    expect(findingsOf(harm, { strange, copied, led })).toEqual(NOTHING);
    expect(unproved).toEqual([]);
    expect(shown).toBeGreaterThanOrEqual(least);
    expect(service.requests.length > 0).toBe(model !== undefined);
  },
  300_000,
);

test('a footnote leads to a page with a hostile title without a reload, and that is all it does', async () => {
  await using served = await book.serve();
  await using victim = await openVictim(browser, served.url + book.pageOf(0), { bypassCSP: true });
  const { page, panel, harm } = victim;
  const loads = victim.loads();
  await victim.ask(book.questionOf(55));
  await panel.locator('a.ibid-ref').first().click();
  await page
    .getByRole('heading', { level: 1 })
    .filter({ hasText: String(hitId('title', 50)) })
    .waitFor();
  expect(new URL(page.url()).pathname).toBe(book.pageOf(55).replace(/\/$/u, ''));
  await victim.settle();
  expect(victim.loads()).toBe(loads);
  expect(findingsOf(harm, { strange: await victim.inspect(), copied: [], led: [] })).toEqual(NOTHING);
}, 60_000);
