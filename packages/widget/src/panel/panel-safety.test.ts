import { WORDED } from '../testing/worded.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../../../../scripts/chromium.ts';
import type { Citation, Mark, Reply, Statement, StatementKind } from '../client/wire.ts';
import { replyScript, sampleReplies } from '../testing/index.ts';
import { hostileStrings } from './testing/hostile-strings.ts';
import { openPanelSite, type PanelSite, type VisitedPanel } from './testing/panel-site.ts';
import { plantedFault } from './testing/planted-fault.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
});

const KINDS: readonly StatementKind[] = ['sentence', 'step', 'item', 'row', 'code', 'label', 'header'];

function hostileMarks(text: string): readonly Mark[] {
  return [
    { kind: 'link', start: 0, end: text.length, href: text },
    { kind: 'math', start: 1, end: text.length - 1, href: text },
    { kind: 'code', start: 2, end: 9, href: text },
  ];
}

/** Each string stands in every place that a reply has: text, language, title, section, address, quote, message, warning. */
function hostileReply(base: Reply, texts: readonly string[]): Reply {
  const statements = texts.map((text, at): Statement => ({
    ...WORDED,
    kind: KINDS[at % KINDS.length]!,
    text: text.includes('\n') && at % KINDS.length !== 4 ? text.replaceAll('\n', ' ') : text,
    citations: [at + 1],
    side: at % 7 === 0 ? 1 : 0,
    language: at % KINDS.length === 4 ? (at % 2 === 0 ? 'math' : text) : '',
    // Words of a model, and excerpts with marks that lead anywhere.
    ...(at % 2 === 0
      ? {}
      : { excerpt: at % 3, block: at, depth: at % 4, ordinal: at, lit: true, marks: hostileMarks(text) }),
  }));
  const citations = texts.map((text, at): Citation => ({
    index: at + 1,
    url: at % 2 === 0 ? text : 'https://docs.test/a',
    anchor: text,
    href: text,
    title: text,
    section: at % 3 === 0 ? '' : text,
    quote: at % 4 === 0 ? text : 'Something else.',
    chunk_id: 'c'.repeat(64),
    similarity: 1,
  }));
  const nearest = citations.slice(0, 5).map((link) => ({ ...link, url: `${link.url}#n` }));
  const excerpts = citations.slice(0, 3).map((citation) => ({ ...citation, headings: texts.slice(0, 3) }));
  return {
    ...base,
    statements,
    excerpts,
    closest: excerpts.map((excerpt) => ({ ...excerpt, statements: statements.slice(0, 20) })),
    corrected: texts.slice(0, 3).map((text) => ({ from: text, to: text })),
    citations,
    nearest,
    message: texts[0]!,
    warnings: texts.slice(0, 3).map((text) => ({ code: text, text })),
  };
}

interface Damage {
  readonly executed: boolean;
  readonly foreign: readonly string[];
  /** Elements and attributes that the panel never makes. */
  readonly strange: readonly string[];
}

/** Unfolds all and shows a card, so that whatever there is to see has been made. */
async function unfold({ page }: VisitedPanel): Promise<void> {
  await page.locator('.ibid-panel').evaluate((panel) => {
    for (const more of panel.querySelectorAll<HTMLElement>('.ibid-more')) more.click();
    const mark = [...panel.querySelectorAll<HTMLElement>('.ibid-ref')].at(-1);
    mark?.scrollIntoView();
    mark?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
  });
  await page.getByRole('tooltip').waitFor();
}

/** What has been done so far. */
async function damageOf({ page, foreign }: VisitedPanel): Promise<Damage> {
  const found = await page.locator('.ibid-panel').evaluate((panel) => ({
    executed: 'pwned' in window,
    strange: [...panel.querySelectorAll('*')].flatMap((element) => {
      const { localName, attributes } = element;
      const isIcon = element.closest('svg.ibid-icon, svg.ibid-mark') !== null;
      const names = /^(?:script|style|link|base|meta|iframe|object|embed|img|picture|video|audio|input|form|svg)$/u;
      const isOurs = isIcon || element.matches('.ibid-composer');
      const bad = [...attributes].filter(
        ({ name, value }) => /^on|^srcdoc$|^src$|^action$/u.test(name) || (name === 'href' && !/^https?:/u.test(value)),
      );
      return [
        ...(names.test(localName) && !isOurs ? [localName] : []),
        ...bad.map(({ name }) => `${localName}[${name}]`),
      ];
    }),
  }));
  return { ...found, foreign };
}

/** Asks, and is answered with all of `some`; settles as `ask` does. */
async function askForAll(site: PanelSite, { ask }: VisitedPanel, some: readonly string[]): Promise<void> {
  const { answered } = sampleReplies(site.service.url);
  site.service.answerWith(replyScript(hostileReply(answered, some)));
  const [, question, text, url, section, place] = some as [string, string, string, string, string, string];
  await ask(question, { selection: { text, url, section, place } });
}

describe('text is text', () => {
  test('300 hostile strings in every place of a reply: nothing runs, no request leaves, nothing strange is made', async () => {
    // Without a policy: it is the panel that must be safe, not only the browser.
    await using site = await openPanelSite(browser, { policy: '' });
    const visited = await site.visit();
    const texts = hostileStrings(300);
    for (let at = 0; at < texts.length; at += 100) await askForAll(site, visited, texts.slice(at, at + 100));
    await unfold(visited);
    expect(await damageOf(visited)).toEqual({ executed: false, foreign: [], strange: [] });
  }, 120_000);

  test('a panel that writes model text as HTML is caught', async () => {
    const html = "nodes.filter((node) => typeof node === 'string').join('')";
    const careless = plantedFault(
      /statement-text\.tsx$/u,
      'return nodes.map(',
      `return <span dangerouslySetInnerHTML={{ __html: ${html} }} />;\n  `,
    );
    await using site = await openPanelSite(browser, { policy: '', plugins: [careless] });
    // Those that lead the page itself away would hide what they have done.
    const texts = hostileStrings(120).filter((text) => !text.includes('<meta'));
    const visited = await site.visit();
    // What runs, loads and takes the focus moves the page under whoever goes on with it, so nothing here waits for the
    // panel: neither for the end of the answer, nor for a card.
    askForAll(site, visited, texts.slice(0, 100)).catch(() => undefined);
    await expect
      .poll(() => damageOf(visited), { timeout: 20_000 })
      .toEqual({
        executed: true,
        foreign: expect.arrayContaining([expect.stringContaining('evil.invalid')]),
        strange: expect.arrayContaining(['img', 'script', 'img[onerror]']),
      });
  });
});
