import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { CapturedSelection } from '../exchange/exchange.ts';
import { quotesOfPage } from './testing/quotes-of-page.ts';
import { fixture, testSite } from './testing/test-site.ts';

const site = testSite();

function plain(text = ''): string {
  return text.replace(/ \| /g, ' ').replace(/\s+/g, ' ').trim();
}

const STYLE = '<link rel="stylesheet" href="/site.css">';

/** Markup as KaTeX writes it, with each letter as a variable. */
function formula(shown: string, tex: string): string {
  return `<span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow>${[...shown].map((sign) => `<mi>${sign}</mi>`).join('')}</mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">${[...shown].map((sign) => `<span class="mord">${sign}</span>`).join('')}</span></span>`;
}

/** Selects all of `select` or, for `one >> other`, from the first to the second element. */
async function capture(html: string, select: string): Promise<string | undefined> {
  const page = await site.open({ path: '/math', pages: { '/math': `${STYLE}<article>${html}</article>` } });
  return page.evaluate(async (selector) => {
    const [from, to] = selector.split(' >> ').map((css) => document.querySelector(css)!);
    const range = document.createRange();
    range.setStart(from!, 0);
    range.setEnd(to ?? from!, (to ?? from!).childNodes.length);
    getSelection()!.removeAllRanges();
    getSelection()!.addRange(range);
    return (await window.ibidPage.capture('article'))?.text.replace(/\s+/gu, ' ');
  }, select);
}

/** Selects from the beginning of one element to the end of another, and captures the passage. */
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
      return window.ibidPage.capture(selector);
    },
    [from, to, content] as const,
  );
}

describe('a marked passage is captured as it is shown', () => {
  test('with its section and where it is from; code with its line breaks, cells and blocks apart, without numbers, buttons and marks', async () => {
    const page = await site.open({ path: '/docusaurus' });
    expect(await mark(page, 'p >> Calibration')).toEqual({
      text: 'Calibration takes about four minutes and needs a flat table. Run the calibration again whenever the gripper was changed.',
      url: 'https://handbook.example/docs/guide/arm',
      section: 'setup',
      place: 'Set up the arm',
    });
    expect(await mark(page, 'p >> The arm has six joints')).toMatchObject({ section: '', place: 'Moving the arm' });
    expect(await mark(page, 'h2#speeds')).toMatchObject({ text: 'Speeds', section: 'speeds', place: 'Speeds' });
    const textOf = async (...how: [string, string?]): Promise<string> => (await mark(page, ...how))!.text;
    expect(await textOf('code', '.theme-code-block')).toBe(
      'def move(joint, angle):\n    arm.send(joint, angle, speed=0.2)',
    );
    const items = await textOf('li >> Clear the table.', 'li >> Press the green');
    expect(items.split('\n').filter(Boolean)).toEqual([
      'Clear the table.',
      'Press the green button for three seconds.',
    ]);
    const cells = ['Elbow', '15 degrees per second', '60 degrees per second'];
    expect((await textOf('tr >> Elbow')).split(/\s{1,}(?=\d|$)/)).toEqual(cells);
    const torque = 'The torque is \\tau = r F for a force at right angles to the lever.';
    expect(await textOf('p >> The torque')).toBe(torque);
  });

  describe('of formulas as their sources, each in its own place', () => {
    const hidden = `<details><summary>Proof</summary><p>As ${formula('ab', '\\alpha\\beta')}.</p></details>`;
    test.each([
      [
        'not what is out of sight',
        `<p>Before.</p>${hidden}<p>After ${formula('c', '\\gamma')} it.</p>`,
        'article',
        'Before. Proof After \\gamma it.',
      ],
      [
        'not where the same signs stand',
        `<p id="p">Write 11 or 1111 for ${formula('11', '1_1')} and 11.</p>`,
        '#p',
        'Write 11 or 1111 for 1_1 and 11.',
      ],
      ['marked in part', `<p id="p">Here ${formula('uvw', 'u+v+w')} ends.</p>`, '#p >> .mord', 'Here u+v+w'],
    ])('%s', async (_, html, select, text) => {
      expect(await capture(html, select)).toBe(text);
    });

    test('also behind words that cannot be marked', async () => {
      const html = `<p id="p">One <span class="no">copy</span> two ${formula('z', '\\zeta')}.</p>`;
      const page = await site.open({
        path: '/math',
        pages: { '/math': `${STYLE}<article>${html}</article>` },
      });
      const text = await page.evaluate(async () => {
        document.querySelector<HTMLElement>('.no')!.style.userSelect = 'none';
        getSelection()!.selectAllChildren(document.querySelector('#p')!);
        return (await window.ibidPage.capture('article'))?.text.replace(/\s+/gu, ' ');
      });
      expect(text).toBe('One two \\zeta.');
    });
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
      return window.ibidPage.capture('article');
    });
    expect(captured?.text).toBe('The very last words.');
  });

  test('so that the index knows the words: what is marked of each unit is the unit', async () => {
    const page = await site.open({ path: '/docusaurus' });
    const units = quotesOfPage('http://site.test/docusaurus', fixture('docusaurus.html')).filter(
      ({ kind, text }) => kind !== 'pair' && !/installer|fuse|fuses/.test(text),
    );
    const captured = await page.evaluate(async (all) => {
      const texts = [];
      for (const { text, anchor } of all) {
        const found = window.ibidPage.findQuote(document.querySelector('article')!, text, { anchor })!;
        const range = found.ranges[0]!.cloneRange();
        range.setEnd(found.ranges.at(-1)!.endContainer, found.ranges.at(-1)!.endOffset);
        getSelection()!.removeAllRanges();
        getSelection()!.addRange(range);
        texts.push((await window.ibidPage.capture('article'))?.text);
      }
      return texts;
    }, units);
    expect(captured.map((text) => plain(text))).toEqual(units.map(({ text }) => plain(text)));
    expect(units.length).toBeGreaterThan(15);
  });
});

describe('nothing is captured', () => {
  test('of navigation, from the text into it, of the breadcrumbs inside of the text, and from a button on', async () => {
    const page = await site.open({ path: '/docusaurus' });
    expect(await mark(page, '.navbar')).toBeUndefined();
    expect(await mark(page, '.navbar', 'p >> Calibration')).toBeUndefined();
    expect(await mark(page, '.theme-doc-breadcrumbs')).toBeUndefined();
    expect(await mark(page, 'button')).toBeUndefined();
  });

  test('of a caret, of blanks, and of no selection', async () => {
    const page = await site.open({
      path: '/blank',
      pages: { '/blank': '<article><p>&#8203; </p><p>Words</p></article>' },
    });
    expect(await mark(page, 'p')).toBeUndefined();
    const others = await page.evaluate(async () => {
      getSelection()!.collapse(document.querySelectorAll('p')[1]!.firstChild, 2);
      const caret = await window.ibidPage.capture('article');
      getSelection()!.removeAllRanges();
      return [caret, await window.ibidPage.capture('article')].map(String);
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
      return window.ibidPage.capture('article');
    });
    expect(captured).toBeUndefined();
  });
});
