import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CapturedSelection } from '../exchange/exchange.ts';
import { quotesOfPage } from './testing/quotes-of-page.ts';
import { fixture, startTestSite, type TestSite } from './testing/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());
afterEach(() => site.expectQuiet());

function plain(text = ''): string {
  return text.replace(/ \| /g, ' ').replace(/\s+/g, ' ').trim();
}

const STYLE = '<link rel="stylesheet" href="/site.css">';

/** As KaTeX writes it, each letter a variable. */
function formula(shown: string, tex: string): string {
  return `<span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow>${[...shown].map((sign) => `<mi>${sign}</mi>`).join('')}</mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">${[...shown].map((sign) => `<span class="mord">${sign}</span>`).join('')}</span></span>`;
}

/** Marks all of `select` or, of `one >> other`, from the first to the second. */
async function capture(html: string, select: string): Promise<string | undefined> {
  const page = await site.open({ path: '/math', pages: { '/math': `${STYLE}<article>${html}</article>` } });
  return page.evaluate((selector) => {
    const [from, to] = selector.split(' >> ').map((css) => document.querySelector(css)!);
    const range = document.createRange();
    range.setStart(from!, 0);
    range.setEnd(to ?? from!, (to ?? from!).childNodes.length);
    getSelection()!.removeAllRanges();
    getSelection()!.addRange(range);
    return window.ibidPage
      .captureSelection(getSelection(), {
        content: 'article',
        page: { url: '', title: '' },
      })
      ?.text.replace(/\s+/gu, ' ');
  }, select);
}

/** Marks from the beginning of one element to the end of another, and captures it. */
function mark(
  page: Page,
  from: string,
  to = from,
  content = 'article, .vp-doc',
): Promise<CapturedSelection | undefined> {
  return page.evaluate(
    ([first, last, selector]) => {
      const [begin, end] = [first, last].map((place) => {
        const [css = '', text = ''] = place.split(' >> ');
        return [...document.querySelectorAll(css)].find((element) => element.textContent.includes(text))!;
      });
      const range = document.createRange();
      range.setStart(begin!, 0);
      range.setEnd(end!, end!.childNodes.length);
      getSelection()!.removeAllRanges();
      getSelection()!.addRange(range);
      return window.ibidPage.captureSelection(getSelection(), {
        content: selector,
        page: { url: 'https://handbook.example/docs/guide/arm', title: 'Moving the arm' },
      });
    },
    [from, to, content] as const,
  );
}

describe('a marked passage is captured as it is shown', () => {
  test('with its section and where it is from', async () => {
    const page = await site.open({ path: '/docusaurus' });
    expect(await mark(page, 'p >> Calibration')).toEqual({
      text: 'Calibration takes about four minutes and needs a flat table. Run the calibration again whenever the gripper was changed.',
      url: 'https://handbook.example/docs/guide/arm',
      section: 'setup',
      place: 'Set up the arm',
    });
  });

  test('before the first section it has none, and is named by the page', async () => {
    const page = await site.open({ path: '/docusaurus' });
    expect(await mark(page, 'p >> The arm has six joints')).toMatchObject({ section: '', place: 'Moving the arm' });
  });

  test('of code with its line breaks, without numbers and buttons', async () => {
    const page = await site.open({ path: '/docusaurus' });
    expect((await mark(page, 'code', '.theme-code-block'))?.text).toBe(
      'def move(joint, angle):\n    arm.send(joint, angle, speed=0.2)',
    );
  });

  test('over blocks, with the lines apart', async () => {
    const page = await site.open({ path: '/docusaurus' });
    const { text } = (await mark(page, 'li >> Clear the table.', 'li >> Press the green'))!;
    expect(text.split('\n').filter(Boolean)).toEqual(['Clear the table.', 'Press the green button for three seconds.']);
  });

  test('of a table, with white space between cells', async () => {
    const page = await site.open({ path: '/docusaurus' });
    expect((await mark(page, 'tr >> Elbow'))?.text.split(/\s{1,}(?=\d|$)/)).toEqual([
      'Elbow',
      '15 degrees per second',
      '60 degrees per second',
    ]);
  });

  test('of a formula as its source', async () => {
    const page = await site.open({ path: '/docusaurus' });
    expect((await mark(page, 'p >> The torque'))?.text).toBe(
      'The torque is \\tau = r F for a force at right angles to the lever.',
    );
  });

  describe('of formulas as their sources, each in its own place', () => {
    test('one that is out of sight within closed details is not there', async () => {
      const html = `<p>Before it.</p><details><summary>Proof</summary><p>As ${formula('ab', '\\alpha\\beta')}.</p></details><p>After ${formula('c', '\\gamma')} it.</p>`;
      expect(await capture(html, 'article')).toBe('Before it. Proof After \\gamma it.');
    });

    test('not where the same signs stand before it', async () => {
      const html = `<p id="p">Write 11 or 1111 for ${formula('11', '1_1')} and 11.</p>`;
      expect(await capture(html, '#p')).toBe('Write 11 or 1111 for 1_1 and 11.');
    });

    test('also of one that is marked in part', async () => {
      const html = `<p id="p">Here ${formula('uvw', 'u+v+w')} ends.</p>`;
      expect(await capture(html, '#p >> .mord')).toBe('Here u+v+w');
    });

    test('also behind words that cannot be marked', async () => {
      const html = `<p id="p">One <span class="no">copy</span> two ${formula('z', '\\zeta')}.</p>`;
      const page = await site.open({
        path: '/math',
        pages: { '/math': `${STYLE}<article>${html}</article>` },
      });
      const text = await page.evaluate(() => {
        document.querySelector<HTMLElement>('.no')!.style.userSelect = 'none';
        getSelection()!.selectAllChildren(document.querySelector('#p')!);
        const options = { content: 'article', page: { url: '', title: '' } };
        return window.ibidPage.captureSelection(getSelection(), options)?.text.replace(/\s+/gu, ' ');
      });
      expect(text).toBe('One two \\zeta.');
    });
  });

  test('of a heading without the mark that links to it', async () => {
    const page = await site.open({ path: '/docusaurus' });
    expect(await mark(page, 'h2#speeds')).toMatchObject({ text: 'Speeds', section: 'speeds', place: 'Speeds' });
  });

  test('and no longer than 5,000 characters', async () => {
    const html = `<article><p>${'a word and '.repeat(600)}</p></article>`;
    const page = await site.open({ path: '/long', pages: { '/long': html } });
    const captured = await mark(page, 'p');
    expect(captured?.text).toHaveLength(5000);
    expect(captured?.total).toBe(6599);
  });

  test('when three clicks on the last paragraph mark up to what comes next', async () => {
    const html = '<article><p id="p">The very last words.</p></article><footer id="f"><b>Imprint</b></footer>';
    const page = await site.open({ path: '/last', pages: { '/last': html } });
    const captured = await page.evaluate(() => {
      getSelection()!.setBaseAndExtent(document.getElementById('p')!.firstChild!, 0, document.getElementById('f')!, 0);
      return window.ibidPage.captureSelection(getSelection(), { content: 'article', page: { url: '', title: 'T' } });
    });
    expect(captured?.text).toBe('The very last words.');
  });

  test('so that the index knows the words: what is marked of each unit is the unit', async () => {
    const page = await site.open({ path: '/docusaurus' });
    const units = quotesOfPage('http://site.test/docusaurus', fixture('docusaurus.html')).filter(
      ({ kind, text }) => kind !== 'pair' && !/installer|fuse|fuses/.test(text),
    );
    const captured = await page.evaluate(
      (all) =>
        all.map(({ text, anchor }) => {
          const found = window.ibidPage.findQuote(document.querySelector('article')!, text, { anchor })!;
          const range = found.ranges[0]!.cloneRange();
          range.setEnd(found.ranges.at(-1)!.endContainer, found.ranges.at(-1)!.endOffset);
          getSelection()!.removeAllRanges();
          getSelection()!.addRange(range);
          const options = { content: 'article', page: { url: '', title: '' } };
          return window.ibidPage.captureSelection(getSelection(), options)?.text;
        }),
      units,
    );
    expect(captured.map((text) => plain(text))).toEqual(units.map(({ text }) => plain(text)));
    expect(units.length).toBeGreaterThan(15);
  });
});

describe('nothing is captured', () => {
  test.each([
    ['of the navigation', '.navbar', '.navbar'],
    ['from the text into the navigation', '.navbar', 'p >> Calibration'],
    ['of the breadcrumbs inside of the text', '.theme-doc-breadcrumbs', '.theme-doc-breadcrumbs'],
    ['from a button on', 'button', 'button'],
  ])('%s', async (_, from, to) => {
    const page = await site.open({ path: '/docusaurus' });
    expect(await mark(page, from, to)).toBeUndefined();
  });

  test('of a caret, of blanks, and of no selection', async () => {
    const page = await site.open({
      path: '/blank',
      pages: { '/blank': '<article><p>&#8203; </p><p>Words</p></article>' },
    });
    expect(await mark(page, 'p')).toBeUndefined();
    const others = await page.evaluate(() => {
      const options = { content: 'article', page: { url: '', title: '' } };
      getSelection()!.collapse(document.querySelectorAll('p')[1]!.firstChild, 2);
      const { captureSelection } = window.ibidPage;
      return [captureSelection(getSelection(), options), captureSelection(null, options)].map(String);
    });
    expect(others).toEqual(['undefined', 'undefined']);
  });

  test('of what stands in our own root', async () => {
    const page = await site.open({ path: '/docusaurus' });
    const captured = await page.evaluate(() => {
      const host = document.body.appendChild(document.createElement('div'));
      const words = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('p'));
      words.textContent = 'An answer.';
      getSelection()!.selectAllChildren(words);
      return window.ibidPage.captureSelection(getSelection(), { content: 'article', page: { url: '', title: '' } });
    });
    expect(captured).toBeUndefined();
  });
});
