/** What a server says that is no reply, or that means something to JavaScript or to HTTP rather than to a reader. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchChromium } from '../../../scripts/chromium.ts';
import {
  openNativeService,
  replyScript,
  sampleReplies,
  type ServiceScript,
} from '../../../packages/widget/src/testing/index.ts';
import { findingsOf, NOTHING, type Findings } from './testing/findings.ts';
import { openHostileSite, type HostileSite } from './testing/hostile-site.ts';
import { openVictim, type Victim } from './testing/open-victim.ts';

let browser: Browser;
let site: HostileSite;
let victim: Victim;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchChromium(), openHostileSite({ hasPolicy: false })]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});
beforeEach(async () => {
  await using stack = new AsyncDisposableStack();
  victim = stack.use(await openVictim(browser, site.page));
  stack.move();
  return () => victim[Symbol.asyncDispose]();
});

/** Elements as React 18 and 19 have them, and what it takes as markup, and as nothing. */
const VALUES: readonly unknown[] = [
  { $$typeof: 'Symbol(react.element)', type: 'img', key: null, ref: null, props: { src: '//evil.example/1' } },
  { $$typeof: 'Symbol(react.transitional.element)', type: 'script', props: { children: '__hit(1)' } },
  { dangerouslySetInnerHTML: { __html: '<img src=x onerror=__hit(1)>' } },
  null,
];

/** Members of a reply and of its parts. */
const PLACES = {
  statements: ['text', 'kind', 'language', 'citations', 'side'],
  citations: ['title', 'section', 'url', 'anchor', 'href', 'quote', 'index'],
  nearest: ['title', 'section', 'url', 'anchor'],
} as const;
const MEMBERS = [
  'outcome',
  'message',
  'warnings',
  'request_id',
  'withheld',
  'model',
  'statements',
  'citations',
  'nearest',
];

function scripts(): readonly ServiceScript[] {
  const { answered, insufficient } = sampleReplies(site.url);
  const reply = { ...answered, nearest: insufficient.nearest };
  return VALUES.flatMap((value) => [
    ...Object.entries(PLACES).flatMap(([list, members]) =>
      members.map((member) => {
        const parts = reply[list as keyof typeof PLACES].map((part) => ({ ...part, [member]: value }));
        const changed = { ...reply, [list]: parts };
        return [
          ...changed.citations.map((data) => ({ do: 'event', name: 'citation-verified', data }) as const),
          ...changed.statements.map((data) => ({ do: 'event', name: 'statement-verified', data }) as const),
          { do: 'event', name: 'run-end', data: changed } as const,
        ];
      }),
    ),
    ...MEMBERS.map((member): ServiceScript => [{ do: 'event', name: 'run-end', data: { ...reply, [member]: value } }]),
  ]);
}

async function after(): Promise<Findings> {
  await victim.settle();
  return findingsOf(victim.harm, { strange: await victim.inspect(), copied: [], led: [] });
}

test('members that are no text are never made into elements, and the panel goes on', async () => {
  const strange: string[] = [];
  for (const [at, script] of scripts().entries()) {
    site.answerWith(script);
    await victim.ask('What is a topic?');
    // So many the panel shows.
    if (at % 20 === 19) strange.push(...(await victim.inspect()));
  }
  expect(strange).toEqual([]);
  expect(await after()).toEqual(NOTHING);
  site.answerWith(replyScript(sampleReplies(site.url).answered));
  await victim.ask('What is a topic?');
  expect(await victim.panel.locator('.ibid-exchange').last().textContent()).toContain('A topic is a named channel');
}, 90_000);

test('names that mean something to objects change none', async () => {
  const { answered } = sampleReplies(site.url);
  const poison = `"__proto__":{"src":"//evil.example/1","onerror":"__hit(1)","evil":1},"constructor":{"prototype":{"evil":1}}`;
  const json = JSON.stringify(answered).replaceAll('{', `{${poison},`);
  for (const name of ['run-end', 'run-error', 'citation-verified', 'statement-verified', '__proto__', 'constructor']) {
    site.answerWith([{ do: 'write', bytes: `event: ${name}\ndata: ${json}\n\n` }]);
    await victim.ask('What is a topic?');
  }
  expect(await victim.page.evaluate(() => 'evil' in {} || 'evil' in Object)).toBe(false);
  expect(await after()).toEqual(NOTHING);
});

test.each([302, 307, 308])('a server that answers %i takes no question elsewhere', async (status) => {
  await using elsewhere = await openNativeService();
  site.answerWith([{ do: 'status', status, headers: { Location: `${elsewhere.url}/api/ask/stream` }, body: '' }]);
  await victim.ask('What is a secret?');
  expect(elsewhere.requests).toEqual([]);
  expect(await after()).toEqual(NOTHING);
});
