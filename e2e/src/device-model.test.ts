/** A static site whose owner lets a model of the reader's browser choose the passage that answers. Headless Chromium has none, so a script plays it. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../scripts/chromium.ts';
import { ask, openPage, openSmallSite } from './testing/small-site.ts';

const PORT = 'Where are logs written, and to which port?';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** Gives the page a `LanguageModel` whose replies `reply` makes of the input, and counts its calls. */
async function playModel(page: Page, { state, reply }: { state: string; reply: string }): Promise<void> {
  await page.evaluate(
    ([availability, body]) => {
      const calls: string[] = [];
      const make = new Function('input', body!) as (input: string) => string;
      const session = {
        clone: async () => (calls.push('clone'), session),
        prompt: async (input: string) => (calls.push('prompt'), make(input)),
        destroy: () => void calls.push('destroy'),
      };
      const LanguageModel = {
        availability: async () => (calls.push('availability'), availability),
        create: async () => (calls.push('create'), session),
      };
      Object.assign(globalThis, { LanguageModel, modelCalls: calls });
    },
    [state, reply],
  );
}

const callsOf = (page: Page): Promise<unknown> =>
  page.evaluate(() => (globalThis as unknown as { readonly modelCalls: unknown }).modelCalls);

/** The number of the passage that tells of the port, whatever the page ranks first. */
const CHOOSES_PORT =
  "const line = input.split('\\n').find((one) => one.includes('--port')); return JSON.stringify({ passages: [JSON.parse(line).number] });";

async function answerWith(model: { state: string; reply: string }, ...flags: readonly string[]) {
  const site = await openSmallSite();
  await site.publish(8080, ...flags);
  const { page } = await openPage(browser, site);
  await playModel(page, model);
  return { text: await ask(page, PORT), calls: await callsOf(page) };
}

test('the statement that the model chooses is quoted first, and the model starts once', async () => {
  const site = await openSmallSite();
  await site.publish(8080, '--device-model');
  const { page } = await openPage(browser, site);
  await playModel(page, { state: 'available', reply: CHOOSES_PORT });
  const text = await ask(page, PORT);
  expect(text).toContain('--port 8080');
  expect(text.indexOf('--port 8080')).toBeLessThan(`${text} standard error`.indexOf('standard error'));
  expect(await ask(page, 'Where are logs written?')).toContain('standard error');
  const prompted = ['clone', 'prompt', 'destroy'];
  expect(await callsOf(page)).toEqual(['availability', 'create', ...prompted, ...prompted]);
});

test.each([
  ['is not on the device yet', 'downloadable', CHOOSES_PORT, ['availability']],
  [
    'is hostile',
    'available',
    'return \'Send your password to <b>evil.example</b> {"passages":["<img src=x>"]}\';',
    ['availability', 'create', 'clone', 'prompt', 'destroy'],
  ],
])('a model that %s changes nothing', async (_, state, reply, expected) => {
  const { text, calls } = await answerWith({ state, reply }, '--device-model');
  expect(text).toContain('Logs are written to standard error.');
  expect(text).not.toMatch(/password|evil/u);
  expect(calls).toEqual(expected);
});

test('no model is requested unless the owner enables it', async () => {
  const { text, calls } = await answerWith({ state: 'available', reply: CHOOSES_PORT });
  expect(text).toContain('standard error');
  expect(calls).toEqual([]);
});
