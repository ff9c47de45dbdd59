import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Mark, Reply, Shown } from '@ibid/client';
import { excerptReplies } from '../testing/excerpt-replies.ts';
import type { PanelPage } from './testing/panel-page.ts';
import { type PanelSite, type VisitedPanel } from './testing/panel-site.ts';
import { panelSuite } from './testing/panel-suite.ts';

let replies: ReturnType<typeof excerptReplies>;
/** One answer, which the tests do not change. */
let shown: VisitedPanel;

const on = panelSuite();
beforeAll(async () => {
  replies = excerptReplies(on.service.url);
  shown = await answeredWith(replies.excerpts);
});

async function answeredWith(reply: Reply, ...how: Parameters<PanelSite['visit']>): Promise<VisitedPanel> {
  on.answer(reply);
  const visited = await on.visit(...how);
  await visited.ask('How do I start it?');
  return visited;
}

/** A reply with its first statement changed. */
function withFirst(change: Partial<Shown>): Reply {
  const [changed, ...rest] = replies.excerpts.statements;
  return { ...replies.excerpts, statements: [{ ...changed!, ...change }, ...rest] };
}

/** Place to which the host was last sent. */
function lastVisited(page: Page): Promise<PanelPage['visited'][number] | undefined> {
  return page.evaluate(() => window.ibid.visited.at(-1));
}

/** A reply with one paragraph for each of `parts`. */
function paragraphs(parts: readonly Partial<Reply['statements'][number]>[]): Reply {
  const [whole] = replies.excerpts.statements;
  const statements = parts.map((part, block) => ({ ...whole!, block, ...part }));
  return { ...replies.excerpts, statements };
}

function markOf(kind: Mark['kind'], start: number, end: number, href = 'https://docs.test/'): Mark {
  return { kind, start, end, href };
}

function first(page: Page): ReturnType<Page['locator']> {
  return page.locator('.ibid-excerpt p:not(.ibid-excerpt-place)').first();
}

describe('an excerpt', () => {
  test('stands under the name of its section, which leads there', async () => {
    const { page, complaints, foreign } = shown;
    const places = page.locator('.ibid-excerpt-place a');
    expect(await places.allInnerTexts()).toEqual(['Install › From npm', 'Serve › … › Network › Ports']);
    await places.nth(1).click();
    expect(await lastVisited(page)).toEqual({ url: `${on.service.url}/docs/serve`, anchor: 'ports', quote: '' });
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
  });

  test('has lists in lists, the numbers of its steps, in an item what goes on in it, tables with their header, and labels', async () => {
    const { page } = shown;
    const steps = page.locator('.ibid-excerpt > ol > li');
    expect(await steps.evaluateAll((items) => items.map((item) => (item as HTMLLIElement).value))).toEqual([1, 2, 3]);
    expect(await steps.first().locator('> ul > li').allInnerTexts()).toEqual([
      'It may be empty.',
      'It may hold an index that an earlier version has made. That one is read.',
    ]);
    expect(await steps.nth(1).locator('> figure pre').innerText()).toContain('parrot serve');
    expect(await steps.nth(1).locator('> p').innerText()).toBe('It says where it listens.');
    expect(await page.locator('.ibid-table th').allInnerTexts()).toEqual(['Setting', 'Default', 'What it is for']);
    expect(await page.locator('.ibid-table tbody tr').count()).toBe(2);
    expect(await page.locator('.ibid-table tbody code').allInnerTexts()).toEqual(['port', 'host']);
    expect(await page.locator('.ibid-label').allInnerTexts()).toEqual(['Settings of the network']);
  });

  test('lights up what answers by itself, in text, rows and code, with words that can be read', async () => {
    const { page } = await answeredWith(replies.excerpts, {}, { forcedColors: 'active' });
    expect((await page.locator('mark').allInnerTexts()).map((text) => text.trim())).toEqual([
      'Run npm install parrot in the folder of your site.',
      'Make a folder for the index.',
      'Start the server.',
    ]);
    expect(await page.locator('tr[data-lit]').allInnerTexts()).toEqual([expect.stringContaining('3210')]);
    expect(await page.locator('figure[data-lit]').count()).toBe(1);
    const [ground, surface] = await page
      .locator('mark')
      .first()
      .evaluate((mark) => [getComputedStyle(mark).backgroundColor, getComputedStyle(document.body).backgroundColor]);
    expect(ground).not.toBe(surface);
  });

  test('has one footnote for a block, which leads to all of its words; a section is one source, and named once', async () => {
    const { page } = shown;
    expect(await page.locator('.ibid-excerpt').first().locator('.ibid-ref').allInnerTexts()).toEqual(['1', '1']);
    expect(await page.locator('.ibid-excerpt-place .ibid-source-number').allInnerTexts()).toEqual(['1', '2']);
    expect(await page.locator('.ibid-sources').count()).toBe(0);
    await first(page).locator('.ibid-ref').click();
    const visited = await lastVisited(page);
    expect(visited?.quote).toBe(
      'Run npm install parrot in the folder of your site. It needs Node 22 or newer, and nothing else.',
    );
  });

  test('names the subsection in which a short section goes on, once', async () => {
    const { citations, excerpts } = replies.excerpts;
    const below = citations.find(({ url }) => url === excerpts[1]!.url)!;
    const { page } = await answeredWith(
      paragraphs([{}, { citations: [below.index] }, { citations: [below.index], text: 'More.' }]),
    );
    expect(await page.locator('.ibid-excerpt p').allInnerTexts()).toEqual([
      expect.stringContaining('Install › From npm'),
      expect.any(String),
      below.section,
      expect.any(String),
      expect.stringContaining('More.'),
    ]);
  });

  test('in a language from right to left keeps its own direction, and its code the one of code', async () => {
    const { page } = await answeredWith(replies.excerpts, { config: { locale: 'ur' } });
    const directions = await page
      .locator('.ibid-excerpt :is(p, ol, code, pre, .ibid-table, .ibid-formula)')
      .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).direction));
    expect(new Set(directions)).toEqual(new Set(['ltr']));
    const isolated = await page
      .locator('.ibid-excerpt p code')
      .first()
      .evaluate((code) => getComputedStyle(code).unicodeBidi);
    expect(isolated).toBe('isolate');
    expect(
      await page
        .locator('.ibid-excerpt')
        .first()
        .evaluate((part) => getComputedStyle(part).direction),
    ).toBe('rtl');
  });
});

test('a sentence reads as its language does, whatever its first word, and names of boxes begin with a capital', async () => {
  const text = 'ROS 2 کے نوڈ ایک دوسرے کو پیغام بھیجتے ہیں۔';
  const { page } = await answeredWith(withFirst({ text, marks: [] }), { config: { locale: 'ur' } });
  expect(await first(page).evaluate((one) => getComputedStyle(one).direction)).toBe('rtl');
  const label = await answeredWith(withFirst({ kind: 'label', text: 'danger', marks: [] }));
  expect(await label.page.locator('.ibid-label[data-box]').innerText()).toBe('Danger');
});

test('code in a list is scrolled, and does not widen the panel', async () => {
  const { statements } = replies.excerpts;
  const long = statements.map((one) => (one.language === 'bash' ? { ...one, text: 'x'.repeat(300) } : one));
  const { page } = await answeredWith({ ...replies.excerpts, statements: long });
  const [code, room] = await page
    .locator('li figure')
    .first()
    .evaluate((figure) => [figure.getBoundingClientRect().right, figure.closest('ol')!.getBoundingClientRect().right]);
  expect(code).toBeLessThanOrEqual(room!);
});

describe('marks', () => {
  test('show code, emphasis and links as the page does; a link goes where a footnote would', async () => {
    const { page } = shown;
    expect(await first(page).locator('code').innerText()).toBe('npm install parrot');
    expect(await first(page).locator('strong').innerText()).toBe('your site');
    expect(await first(page).locator('em').innerText()).toBe('nothing else');
    const link = first(page).locator('.ibid-inline-link');
    expect(await link.getAttribute('target')).toBe(null);
    await link.click();
    const to = { url: `${on.service.url}/docs/requirements`, anchor: 'node', quote: '' };
    expect(await lastVisited(page)).toEqual(to);
  });

  const nested = Array.from({ length: 10_000 }, (_, at) => markOf(at % 2 === 0 ? 'strong' : 'emphasis', 0, 20));
  const over = [markOf('strong', 0, 10), markOf('emphasis', 5, 20), markOf('link', 6, 30), markOf('link', 7, 9)];
  const STRANGE: readonly (readonly [string, readonly Mark[]])[] = [
    ['beyond the text', [markOf('strong', 40, 1e9)]],
    ['that end before they begin', [markOf('strong', 9, 2)]],
    ['with fractions', [markOf('code', 0.5, 3.7)]],
    ['over each other', over],
    ['ten thousand in each other', nested],
    ['of no kind that is known', [markOf('blink' as Mark['kind'], 0, 3)]],
    ['that are none', 'no' as unknown as readonly Mark[]],
  ];

  test('that are wrong in some way change no word', async () => {
    const { page, complaints } = await answeredWith(paragraphs(STRANGE.map(([, marks]) => ({ marks }))));
    const texts = await page.locator('.ibid-excerpt p:not(.ibid-excerpt-place)').allInnerTexts();
    const changed = texts.map((text, at) => [
      STRANGE[at]![0],
      text.startsWith('Run npm install parrot in the folder of your site.'),
    ]);
    expect(changed).toEqual(STRANGE.map(([name]) => [name, true]));
    expect(await page.locator('.ibid-excerpt a a').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe('formulas', () => {
  test('are typeset, in lines and on lines of their own, without anything from elsewhere', async () => {
    const { page, complaints, foreign } = shown;
    await page.locator('.ibid-formula-block math[display=block] mfrac').waitFor();
    expect(await page.locator('.ibid-excerpt p math mfrac').count()).toBe(1);
    expect(await page.locator('.ibid-excerpt math annotation').count()).toBe(0);
    expect(await page.locator('.ibid-code pre').count()).toBe(1);
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
  });

  test('what cannot be typeset stands there as its source', async () => {
    const wrong = {
      'what is no TeX': String.raw`\frac{1`,
      'a command that nobody knows': String.raw`\nonsense{x}`,
      'one that never ends': String.raw`\def\a{\a\a}\a`,
      'one that is far too long': 'x'.repeat(5_000),
    };
    const math = replies.excerpts.statements.find(({ language }) => language === 'math')!;
    const parts = Object.values(wrong).map((text) => ({ ...math, text }));
    const inline = { text: 'x', marks: [{ kind: 'math', start: 0, end: 1, href: '' }] as const };
    const { page, complaints } = await answeredWith(
      paragraphs([...parts, inline].map((part, block) => ({ ...part, block }))),
    );
    // By then, everything that can be typeset is.
    await page.locator('.ibid-excerpt p math').waitFor();
    expect(await page.locator('.ibid-code pre').allInnerTexts()).toEqual(Object.values(wrong));
    expect(
      await page
        .locator('.ibid-code pre')
        .evaluateAll((all) => all.every((pre) => (pre as HTMLElement).checkVisibility())),
    ).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('commands that could make an address, a picture or a style make none', async () => {
    const commands = [
      String.raw`\href{javascript:window.pwned=1}{x}`,
      String.raw`\url{https://evil.invalid/}`,
      String.raw`\includegraphics{https://evil.invalid/a.png}`,
      String.raw`\htmlStyle{position:fixed}{x}`,
      String.raw`\htmlData{a=b}{<img src=x onerror=window.pwned=1>}`,
    ];
    const marked = commands.map((text) => ({
      text,
      marks: [{ kind: 'math', start: 0, end: text.length, href: '' }] as const,
    }));
    const { page, foreign } = await answeredWith(
      paragraphs([...marked, { text: 'x', marks: [{ kind: 'math', start: 0, end: 1, href: '' }] }]),
    );
    await page.locator('.ibid-excerpt p math').last().waitFor();
    const bad = page.locator('.ibid-statements :is([href^="j"], [href*=evil], [src], [onerror], [style*=fixed], img)');
    expect(await bad.count()).toBe(0);
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
    expect(foreign).toEqual([]);
  });
});

describe('beside an answer', () => {
  test('passages that come close are shown whole, with a link and without footnotes', async () => {
    const { page } = await answeredWith(replies.closest);
    expect(await page.locator('.ibid-outcome').innerText()).toBe(
      'The pages may not answer this. These passages come closest.',
    );
    expect(await page.locator('.ibid-closest .ibid-excerpt-place a').allInnerTexts()).toEqual([
      'Serve › … › Network › Ports',
      'Install › From npm',
    ]);
    expect(await page.locator('.ibid-closest tbody tr').count()).toBe(2);
    expect(await page.locator('.ibid-ref, .ibid-nearest, .ibid-sources').count()).toBe(0);
  });

  test('further passages open on demand, by keyboard too, and are not cited', async () => {
    const { page, complaints } = await answeredWith({ ...replies.corrected, closest: replies.closest.closest });
    const more = page.locator('summary', { hasText: 'More from the pages' });
    expect(await page.locator('.ibid-closest').count()).toBe(0);
    await more.focus();
    await page.keyboard.press('Enter');
    await page.locator('.ibid-closest').waitFor();
    expect(await page.locator('.ibid-closest .ibid-excerpt-place a').count()).toBe(2);
    expect(await page.locator('.ibid-closest .ibid-ref').count()).toBe(0);
    await page.keyboard.press('Space');
    await page.locator('.ibid-closest').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('where nothing comes close, none is announced: by no words, no note and no heading', async () => {
    const [empty] = replies.closest.closest;
    const model = { name: 'test-model', fault: 'timeout' };
    const none = { ...replies.closest, model, closest: [{ ...empty!, statements: [] }] };
    const { page, ask } = await answeredWith(none);
    expect(await page.locator('.ibid-outcome').innerText()).toBe('These pages do not answer that.');
    on.answer({ ...replies.closest, model, outcome: 'refused' });
    await ask('And now?');
    expect(await page.locator('[data-state=refused] .ibid-outcome').innerText()).toBe('This cannot be answered here.');
    expect(await page.locator('.ibid-closest, .ibid-notes, summary').count()).toBe(0);
  });

  test('another spelling is told of once, and the words can be searched as typed', async () => {
    const { page } = await answeredWith(replies.corrected);
    expect(await page.locator('.ibid-corrected p').innerText()).toMatch(
      /^Searched for “.?port.?” instead of “.?prot.?”\.$/u,
    );
    expect(await page.locator('.ibid-notes').count()).toBe(0);
    on.answer({ ...replies.corrected, corrected: [] });
    await page.getByRole('button', { name: 'Search as typed' }).click();
    await page.locator('.ibid-corrected').waitFor({ state: 'detached' });
    await page.locator('.ibid-exchange[data-state=answered]').waitFor();
    expect(on.service.asked.at(-1)?.body).toMatchObject({ query: 'How do I start it?', exact: true });
  });
});
