import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fixture, testSite, type OpenOptions } from './testing/test-site.ts';

const site = testSite();

function bare(words: string): string {
  return words.replace(/[\s\u200b|]/g, '');
}

interface Lit {
  readonly landing: string;
  readonly text: string;
  /** True if all highlighted words are visible, below elements that stick to the top. */
  readonly isSeen: boolean;
}

const CONTENT = 'article, .vp-doc, main';

/** Lands on the quote and waits for the scrolling to end. */
function landOn(
  page: Page,
  quote: string,
  anchor: string,
  options: { focus?: boolean; patience?: number } = {},
): Promise<Lit> {
  return page.evaluate(
    async ([content, to, settings]) => {
      const landing = await window.ibidPage.land(to, { content, ...settings });
      for (let before = -1; before !== scrollY;) {
        before = scrollY;
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      const lit = [...(CSS.highlights.get('ibid-cite') ?? [])] as Range[];
      const boxes = lit.map((range) => range.getBoundingClientRect());
      const bar = document.querySelector('.navbar')!.getBoundingClientRect().bottom;
      const isSeen = boxes.every(({ top, bottom }) => top >= bar && bottom <= innerHeight);
      return { landing, text: window.ibidPage.textOf(lit), isSeen: lit.length > 0 && isSeen };
    },
    [CONTENT, { anchor, quote }, options] as const,
  );
}

const still = { reducedMotion: 'reduce' } as const;
const docusaurus: OpenOptions = { path: '/docusaurus', ...still };

/** By page: special feature of a place, its section, and the words. */
const PLACES: Readonly<Record<string, readonly (readonly [what: string, anchor: string, quote: string])[]>> = {
  docusaurus: [
    [
      'in a paragraph, over inline elements',
      '',
      'A controller sends setpoints to the motors a thousand times a second.',
    ],
    ['in an item of a list', 'setup', 'A steady lamp means that the arm is ready.'],
    ['in coloured code', 'setup', 'def move(joint, angle):\n    arm.send(joint, angle, speed=0.2)'],
    ['in a row of a table', 'speeds', 'Elbow | 15 degrees per second | 60 degrees per second'],
    [
      'in a tab that is not chosen',
      'install',
      'On Windows the driver comes with an installer that asks for a serial number.',
    ],
    ['in a tab inside of a tab', 'install', 'Click the installer twice and follow what it says.'],
    [
      'in details that the site opens itself',
      'install',
      'A dark lamp means that the fuse behind the base plate has blown.',
    ],
    ['in plain details', 'install', 'Any slow fuse of three amperes fits into the holder.'],
    ['in what is hidden until it is found', 'install', 'Spare fuses lie in the drawer under the table.'],
    ['in a footnote', 'footnote-label', 'Some motors take only five hundred setpoints a second.'],
  ],
  mkdocs: [
    ['in a tab of MkDocs', 'lidar', 'Über Funk geht jede tausendste Messung verloren.'],
    ['in numbered code of MkDocs', 'treiber', 'scan = lidar.read()\nprint(scan.ranges[0])'],
    ['in details of MkDocs', 'treiber', 'Über sechzig Grad schaltet sich der Sensor ab.'],
  ],
  vitepress: [['in a code group of VitePress', 'save', 'pnpm save-map --all']],
  starlight: [
    ['in a tab of Starlight', 'tyres', 'Outdoors the tyres have a deep profile against mud.'],
    ['behind a button that names what it shows', 'tyres', 'Worn tyres are changed in pairs.'],
  ],
  mdbook: [['in code of mdBook', 'locks', 'let guard = gripper.lock();\nguard.close(0.5);']],
};

describe('a citation lands at its words', () => {
  test.each(Object.keys(PLACES))('in each place of a page of %s', async (name) => {
    const page = await site.open({ path: `/${name}`, ...still });
    const landed: unknown[] = [];
    for (const [what, anchor, quote] of PLACES[name]!) {
      const { landing, text, isSeen } = await landOn(page, quote, anchor);
      landed.push([what, { landing, isSeen, isWhole: bare(text) === bare(quote) }]);
    }
    const exact = { landing: 'exact', isSeen: true, isWhole: true };
    expect(landed).toEqual(PLACES[name]!.map(([what]) => [what, exact]));
  });

  test('with the site’s own controls, so that it knows what is open', async () => {
    const page = await site.open(docusaurus);
    await landOn(page, 'A dark lamp means that the fuse behind the base plate has blown.', 'install');
    expect(await page.getAttribute('html', 'data-handled')).toBe('true');
    await landOn(page, 'On Windows the driver comes with an installer', 'install');
    expect(await page.locator('[role=tab]').nth(1).getAttribute('aria-selected')).toBe('true');
  });

  test('also where the site draws a tab anew when it is chosen', async () => {
    const html = fixture('docusaurus.html').replace('hidden=""><p>On Windows', 'data-redraw hidden=""><p>On Windows');
    const page = await site.open({ path: '/redrawn', pages: { '/redrawn': html }, ...still });
    const quote = 'On Windows the driver comes with an installer that asks for a serial number.';
    expect(await landOn(page, quote, 'install')).toEqual({ landing: 'exact', text: quote, isSeen: true });
  });

  test('also when the words come later', async () => {
    const page = await site.open(docusaurus);
    await page.evaluate(() => {
      const article = document.querySelector('article')!;
      const content = article.firstElementChild!;
      content.remove();
      setTimeout(() => article.append(content), 200);
    });
    const quote = 'Never reach into the cell while the red lamp is lit.';
    expect(await landOn(page, quote, 'speeds')).toEqual({ landing: 'exact', text: quote, isSeen: true });
  });

  test('and stays in view while the page above it grows and the theme scrolls to the heading by itself, until the reader takes over', async () => {
    const page = await site.open(docusaurus);
    await page.evaluate(() => Object.assign(document.documentElement.style, { overflowAnchor: 'none' }));
    const quote = 'A steady lamp means that the arm is ready.';
    const isSeen = (): Promise<boolean> =>
      page.evaluate(() => {
        const [range] = CSS.highlights.get('ibid-cite')!;
        const { top, bottom } = (range as Range).getBoundingClientRect();
        return top >= 60 && bottom <= innerHeight;
      });
    const grow = (): Promise<void> =>
      page.evaluate(async () => {
        const picture = document.createElement('div');
        picture.style.height = '900px';
        document.querySelector('main p')!.before(picture);
        await new Promise((resolve) => setTimeout(resolve, 100));
      });
    await landOn(page, quote, 'setup');
    await grow();
    expect(await isSeen()).toBe(true);
    for (const top of [1e5, 0]) await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
    await expect.poll(isSeen).toBe(true);
    await page.mouse.wheel(0, 10);
    await grow();
    expect(await isSeen()).toBe(false);
  });

  test('of its own section, where the page says the same twice', async () => {
    const page = await site.open(docusaurus);
    const place = async (anchor: string): Promise<number> => {
      await landOn(page, 'Unplug the arm before you touch it.', anchor);
      return page.evaluate(() => {
        const [range] = CSS.highlights.get('ibid-cite')!;
        return [...document.querySelectorAll('p')].indexOf(range!.startContainer.parentElement as HTMLParagraphElement);
      });
    };
    const first = await place('');
    expect(await place('install')).toBeGreaterThan(first);
  });

  test('with nearly the same words, when the page was edited', async () => {
    const page = await site.open(docusaurus);
    const quote = 'Calibration takes about five minutes and needs a level, flat table.';
    expect(await landOn(page, quote, 'setup')).toMatchObject({
      landing: 'fuzzy',
      text: 'Calibration takes about four minutes\u200b and needs a flat table.',
    });
  });

  test('inside of what scrolls by itself', async () => {
    const lines = Array.from({ length: 60 }, (_, line) => `<span class="token-line">line_${line}()</span>`).join('\n');
    const html = `<main><link rel=stylesheet href=/site.css><div class=navbar></div><h1>Code</h1><pre><code>${lines}</code></pre></main>`;
    const page = await site.open({ path: '/long', pages: { '/long': html }, ...still });
    expect(await landOn(page, 'line_50()\nline_51()', '')).toMatchObject({ landing: 'exact', isSeen: true });
    expect(await page.evaluate(() => document.querySelector('pre')!.scrollTop)).toBeGreaterThan(0);
  });
});

describe('what is not there is not lit', () => {
  test('the section is shown instead, and what was lit before goes out', async () => {
    const page = await site.open(docusaurus);
    await landOn(page, 'Clear the table.', 'setup');
    const landed = await landOn(page, 'The arm may be washed with soap and warm water.', 'speeds', { patience: 100 });
    expect(landed).toEqual({ landing: 'section', text: '', isSeen: false });
    const { top, bar } = await page.evaluate(() => ({
      top: document.getElementById('speeds')!.getBoundingClientRect().top,
      bar: document.querySelector('.navbar')!.getBoundingClientRect().bottom,
    }));
    expect(top).toBeGreaterThanOrEqual(bar);
    expect(top).toBeLessThan(200);
  });

  test('without a section, the top of the page', async () => {
    const page = await site.open(docusaurus);
    await page.evaluate(() => scrollTo(0, 2000));
    expect(await landOn(page, '', '')).toEqual({ landing: 'top', text: '', isSeen: false });
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test('a later citation overtakes an earlier one', async () => {
    const page = await site.open(docusaurus);
    const landings = await page.evaluate(async () => {
      const { land } = window.ibidPage;
      const first = land({ anchor: 'install', quote: 'On Windows the driver comes with' }, { content: 'article' });
      const second = land({ anchor: 'setup', quote: 'Clear the table.' }, { content: 'article' });
      await Promise.all([first, second]);
      return window.ibidPage.textOf([...CSS.highlights.get('ibid-cite')!] as Range[]);
    });
    expect(landings).toBe('Clear the table.');
  });
});

describe('the page stays what it was', () => {
  test('lighting up changes no element of it, under a strict policy', async () => {
    const page = await site.open(docusaurus);
    const before = await page.locator('body').innerHTML();
    await landOn(page, 'A controller sends setpoints to the motors a thousand times a second.', '');
    expect(await page.locator('body').innerHTML()).toBe(before);
    expect(
      await page.evaluate(() => getComputedStyle(document.querySelector('p')!, '::highlight(ibid-cite)').color),
    ).toBe('rgb(27, 27, 31)');
  });

  test('the focus stays where it is, unless it is wanted at the words', async () => {
    const page = await site.open(docusaurus);
    const quote = 'A steady lamp means that the arm is ready.';
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement!.textContent);
    await page.focus('.navbar a');
    await landOn(page, quote, 'setup');
    expect(await focused()).toBe('Docs');
    await landOn(page, quote, 'setup', { focus: true });
    expect(await focused()).toBe(quote);
    await page.focus('.navbar a');
    expect(await page.locator('main [tabindex="-1"]:not([role=tab])').count()).toBe(0);
  });

  test('a browser without highlights is led to the words all the same', async () => {
    const page = await site.open({ ...docusaurus, before: () => Reflect.deleteProperty(globalThis, 'Highlight') });
    await landOn(page, 'Clear the table.', 'setup');
    expect(
      await page
        .locator('ol > li')
        .first()
        .evaluate((item) => item.getBoundingClientRect().top),
    ).toBeLessThan(900);
  });

  test('nothing is pressed that leaves the page or sends a form', async () => {
    const html = `<main><div class=navbar></div><h1>Trap</h1><form action="/sent"><button aria-controls="a">Buy</button></form>
      <div id="a" hidden="until-found" data-pagefind-body><p>First hidden words.</p></div>
      <a role="tab" id="t" href="/elsewhere">Elsewhere</a><div role="tabpanel" aria-labelledby="t" hidden><p>Second hidden words.</p></div></main>`;
    const page = await site.open({ path: '/trap', pages: { '/trap': html }, ...still });
    await landOn(page, 'Second hidden words.', '', { patience: 50 });
    await landOn(page, 'First hidden words.', '', { patience: 50 });
    expect(new URL(page.url()).pathname).toBe('/trap');
  });
});

test('scrolls at once where less motion is wanted, and smoothly elsewhere', async () => {
  const quote = 'Calibration takes about four minutes and needs a flat table.';
  const way = async (reducedMotion: 'reduce' | 'no-preference'): Promise<boolean> => {
    const page = await site.open({ path: '/docusaurus', reducedMotion });
    return page.evaluate(async (words) => {
      await window.ibidPage.land({ anchor: 'setup', quote: words }, { content: 'article' });
      const [range] = CSS.highlights.get('ibid-cite')!;
      const { top, bottom } = (range as Range).getBoundingClientRect();
      return top >= 60 && bottom <= innerHeight;
    }, quote);
  };
  expect([await way('reduce'), await way('no-preference')]).toEqual([true, false]);
});
