import type { FrameLocator, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openNativeService, replyScript, sampleReplies } from '../testing/index.ts';
import { elementSuite, TAG, tagWith } from './testing/element-suite.ts';

const suite = elementSuite();
const { visit, leave } = suite;

describe('one script tag', () => {
  test('is all that a page needs: nothing more is loaded before somebody asks, and nothing from elsewhere ever', async () => {
    const { page, ask, dialog, loaded, requests } = await visit(suite.site.plain(TAG));
    await page.waitForLoadState('networkidle');
    expect(loaded()).toEqual(['ibid-ask.js']);
    expect(requests).toHaveLength(2);
    await ask('What is a topic?');
    expect(await dialog.innerText()).toContain('A topic is a named channel');
    expect(loaded()).toEqual(['ibid-ask.js', 'ibid-panel']);
    expect(requests.filter((url) => !url.startsWith(suite.site.url))).toEqual([]);
    expect(suite.site.asked.at(-1)!.body.query).toBe('What is a topic?');
  });

  test('asks the server that serves the page, although the page was built to answer by itself', async () => {
    const { page, ask, dialog, requests } = await visit(
      suite.site.plain(`<meta name="ibid-api" content="here">${tagWith('data-api="static:/nowhere"')}`),
    );
    await ask('What is a topic?');
    expect(await dialog.innerText()).toContain('A topic is a named channel');
    expect(requests.filter((url) => /nowhere|ready|worker\.js/u.test(url))).toEqual([]);
    await page.keyboard.press('Control+K');
    await page.locator('ibid-ask .ibid-search-field input').fill('topic');
    await expect.poll(() => suite.site.searched.at(-1)?.get('q')).toBe('topic');
  });

  test('believes only the head of its page that a server is there', async () => {
    const body = '<meta name="ibid-api" content="here">';
    const { ask, requests } = await visit(suite.site.plain(tagWith('data-api="static:/nowhere"'), { body }));
    await ask('What is a topic?');
    expect(requests.some((url) => url.includes('/nowhere/'))).toBe(true);
    expect(requests.filter((url) => url.includes('/api/'))).toEqual([]);
  });

  test('says how it is to be', async () => {
    const attributes = `data-locale="ur" data-shortcut="Alt+K" data-position="start" data-site-key="key-1" data-title="صرف یہاں"
      data-suggestions="ایک؟ | دو؟ |" data-storage-key="mine" data-theme="dark"`;
    const { page, button, dialog, ask } = await visit(suite.site.plain(tagWith(attributes)));
    expect((await button.boundingBox())!.x).toBeLessThan(100);
    expect(await button.innerText()).toBe('پوچھیں');
    await page.keyboard.press('Alt+k');
    await dialog.waitFor();
    expect(await dialog.getAttribute('dir')).toBe('rtl');
    expect(await dialog.getAttribute('data-theme')).toBe('dark');
    expect(await dialog.getByRole('heading', { level: 2 }).innerText()).toBe('صرف یہاں');
    expect(await dialog.getByRole('button', { name: /^(?:ایک؟|دو؟)$/u }).count()).toBe(2);
    await ask('ایک؟');
    expect(suite.site.asked.at(-1)!.headers['x-ibid-site-key']).toBe('key-1');
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toContain('mine:open');
  });

  test.each([
    ['made by the script', ''],
    ['of the page', '<ibid-ask></ibid-ask>'],
  ])('may come from another host than the page, which then asks there; element %s', async (_, body) => {
    const policy = `default-src 'none'; script-src ${suite.site.url}; connect-src ${suite.site.url}`;
    const tag = `<script type="module" src="${suite.site.url}/widget/ibid-ask.js"></script>`;
    const own = suite.site.plain(tag, { policy, body });
    const other = await openNativeService({ files: new Map([['/', await pageAt(own)]]) });
    const before = suite.site.asked.length;
    const { ask, faults } = await visit(other.url);
    await ask('What is a topic?');
    expect(suite.site.asked).toHaveLength(before + 1);
    expect(other.requests.filter((request) => request !== 'GET /favicon.ico')).toEqual(['GET /']);
    expect(faults).toEqual([]);
    await other.close();
  });

  test('the open panel leaves no link beside the text of mdBook, and shows those below it', async () => {
    const style = '<style>.nav-wrapper{display:none}</style>';
    const body = '<nav class="nav-wrapper">Next</nav><nav class="nav-wide-wrapper">Previous</nav>';
    const policy = `default-src 'self' 'unsafe-inline'`;
    const { page, button, dialog } = await visit(suite.site.plain(style + TAG, { body, policy }));
    const seen = (): Promise<boolean[]> =>
      Promise.all(['.nav-wrapper', '.nav-wide-wrapper'].map((name) => page.locator(name).isVisible()));
    expect(await seen()).toEqual([false, true]);
    await button.click();
    await dialog.waitFor();
    await expect.poll(seen).toEqual([true, false]);
  });

  test('a `data-content` that is no selector is reported, and another one stands in', async () => {
    const content = 'main >';
    const body = '<main><p>A topic is a named channel.</p></main>';
    const { page, ask, faults } = await visit(suite.site.plain(tagWith(`data-content="${content}"`), { body }));
    await ask('What is a topic?');
    await page.getByText('A topic is a named channel.', { exact: true }).first().click({ clickCount: 3 });
    await page.getByRole('button', { name: 'Ask about this' }).waitFor();
    expect(faults.length).toBeGreaterThan(0);
    for (const fault of faults) expect(fault).toContain(`'${content}' is not a valid selector`);
    await leave();
  });

  test('on a server it does nothing and harms nothing', async () => {
    const { BUNDLE } = await import('./testing/element-site.ts');
    await expect(import(/* @vite-ignore */ `${BUNDLE}/ibid-ask.js`)).resolves.toBeDefined();
  });
});

describe('the element', () => {
  test('follows its attributes while it stands there, and keeps open what is open', async () => {
    const { page, button, dialog, ask } = await visit(suite.site.plain(tagWith('data-locale="en"')));
    await ask('What is a topic?');
    await page.locator('ibid-ask').evaluate((element: HTMLElement) => {
      element.dataset['locale'] = 'fr';
      element.dataset['selection'] = 'off';
    });
    await dialog.getByRole('button', { name: 'Fermer' }).waitFor();
    expect(await dialog.innerText()).toContain('A topic is a named channel');
    expect(await button.count()).toBe(1);
  });

  test('what scripts of the page write on it changes nothing', async () => {
    const { page, button, dialog, field } = await visit(suite.site.plain(TAG));
    await button.click();
    await dialog.waitFor();
    await field.fill('Half a quest');
    await page.locator('ibid-ask').evaluate((element: HTMLElement) => {
      element.dataset['focusVisibleAdded'] = '';
      element.className = 'focus-visible';
      element.style.outline = 'none';
    });
    await field.pressSequentially('ion');
    expect(await field.inputValue()).toBe('Half a question');
  });

  test('without a language of its own it follows that of the page', async () => {
    const { page, button } = await visit(suite.site.plain(TAG));
    await page.evaluate(() => (document.documentElement.lang = 'de-CH'));
    await expect.poll(() => button.innerText()).toBe('Fragen');
  });

  test('moved it keeps what is open; removed nothing of it is left, and nothing listens', async () => {
    const { page, dialog, ask, loaded } = await visit(suite.site.plain(TAG));
    await ask('What is a topic?');
    await page.evaluate(() => document.querySelector('main')!.append(document.querySelector('ibid-ask')!));
    expect(await dialog.isVisible()).toBe(true);
    await page.evaluate(() => {
      document.querySelector('ibid-ask')!.remove();
      document.querySelector('main')!.insertAdjacentHTML('beforeend', '<button id="opens" data-ibid-open>Ask</button>');
    });
    await page.keyboard.press('Control+i');
    await page.locator('#opens').click();
    expect(await dialog.count()).toBe(0);
    expect(loaded()).toHaveLength(2);
    expect(await page.evaluate(() => document.documentElement.hasAttribute('data-ibid-docked'))).toBe(false);
  });

  test('styles of the page do not come in', async () => {
    const css = `* { all: unset !important; display: block !important; color: red !important; font: italic 40px cursive !important;
      letter-spacing: 1em !important; text-transform: uppercase !important; visibility: hidden !important; }
      button { background: red !important; } ibid-ask { display: none !important; }`;
    const policy = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'";
    const looks = async (head: string): Promise<unknown> => {
      const one = await visit(suite.site.plain(head, { policy }), { reducedMotion: 'reduce' });
      await one.button.click();
      await one.dialog.waitFor();
      const look = await one.page.evaluate(() => {
        const shadow = document.querySelector('ibid-ask')!.shadowRoot!;
        return ['.ibid-launcher-button', '.ibid-launcher-label', 'dialog', 'dialog h2', 'textarea'].map((selector) => {
          const style = getComputedStyle(shadow.querySelector(selector)!);
          return Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)]));
        });
      });
      await one.page.context().close();
      return look;
    };
    const plain = await looks(TAG);
    expect(await looks(`${TAG}<style>${css}</style>`)).toEqual(plain);
  });

  test('is dark where the page is dark, and when: of Docusaurus and Starlight, VitePress, MkDocs Material, mdBook, and others by the colour of the text', async () => {
    const { page, button, dialog } = await visit(suite.site.plain(TAG), { colorScheme: 'dark' });
    await button.click();
    await dialog.waitFor();
    const scheme = (): Promise<string[]> =>
      page.evaluate(() => [
        getComputedStyle(document.querySelector('ibid-ask')!).colorScheme,
        document.querySelector('ibid-ask')!.shadowRoot!.querySelector('dialog')!.dataset['theme']!,
      ]);
    await expect.poll(scheme).toEqual(['light', 'light']);
    for (const [darken, lighten] of [
      ["root.dataset.theme = 'dark'", "root.dataset.theme = 'light'"],
      ["delete root.dataset.theme; root.classList.add('dark')", "root.classList.remove('dark')"],
      ["body.dataset.mdColorScheme = 'slate'", "body.dataset.mdColorScheme = 'default'"],
      [
        "delete body.dataset.mdColorScheme; root.className = 'navy'; body.style.color = '#bcbdd0'",
        "body.style.color = '#262625'",
      ],
      ["root.className = ''; body.style.color = '#eee'", "body.style.color = '#222'"],
      ["body.style.color = 'rgb(255, 120, 200)'", "body.style.color = 'rgb(0, 140, 0)'"],
    ] as const) {
      const run = (code: string): Promise<unknown> =>
        page.evaluate(`(({ documentElement: root, body }) => { ${code} })(document)`);
      await run(darken);
      await expect.poll(scheme).toEqual(['dark', 'dark']);
      await run(lighten);
      await expect.poll(scheme).toEqual(['light', 'light']);
    }
  });
});

describe('when something fails', () => {
  test('a panel that cannot be loaded is told, and comes when it can, under the name it has by then', async () => {
    const { page, button, dialog } = await visit(suite.site.plain(TAG));
    await page.route('**/widget/ibid-panel-*', (route) =>
      route.request().url().includes('?') ? route.continue() : route.abort(),
    );
    await button.click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await dialog.waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(false);
  });
});

describe.each([
  ['MkDocs Material', '/material'],
  ['VitePress', '/vitepress'],
])('on a site of %s', (_, root) => {
  test('panel and answers outlive that another page is shown; a passage of that one is asked about', async () => {
    const { page, ask, dialog } = await visit(`${suite.site.url}${root}/index.html`);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await ask('What is a topic?');
    await page.locator('#next').click();
    await page.locator('#text', { hasText: 'A spring shuts the valve.' }).waitFor();
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
    expect(await dialog.innerText()).toContain('A topic is a named channel');
    await page.evaluate(() => getSelection()!.selectAllChildren(document.querySelector('#text')!));
    await page.keyboard.press('Control+i');
    await expect.poll(() => dialog.innerText()).toContain('A spring shuts the valve.');
    await ask('Why?');
    expect(suite.site.asked.at(-1)!.body.selection).toMatchObject({
      text: 'A spring shuts the valve.',
      url: `${suite.site.url}${root}/springs.html`,
      section: 'springs',
    });
  });

  test("what is typed into the panel sets none of the site's own keys off", async () => {
    const { page, button, field } = await visit(`${suite.site.url}${root}/index.html`);
    await button.click();
    await field.pressSequentially('first / safe');
    expect(await field.inputValue()).toBe('first / safe');
    await page.locator('#text').click();
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/^(?:query|search)$/u);
  });

  test('a citation of another page leads there, also where the site is published elsewhere, and its words are lit up, again after a reload', async () => {
    const reply = sampleReplies(suite.site.url).answered;
    const [first, ...others] = reply.citations;
    const url = `https://valves.example${root}/springs.html`;
    const quote = 'A spring shuts the valve.';
    const citation = { ...first!, url, anchor: 'springs', href: `${url}#springs`, title: 'Springs', quote };
    suite.site.answerWith(replyScript({ ...reply, citations: [citation, ...others] }));
    const { page, ask, dialog } = await visit(`${suite.site.url}${root}/index.html`);
    await ask('What is a spring?');
    await dialog.locator('.ibid-ref').first().click();
    await page.waitForURL(`${suite.site.url}${root}/springs.html**`);
    const lit = (): Promise<string> =>
      page.evaluate(() => [...(CSS.highlights.get('ibid-cite') ?? [])].map(String).join(' '));
    await expect.poll(lit).toBe(quote);
    await expect.poll(() => dialog.isVisible()).toBe(true);
    await page.reload();
    await expect.poll(lit).toBe(quote);
    suite.site.answerWith(replyScript(reply));
  });
});

async function pageAt(address: string): Promise<{ type: string; body: string; headers: Record<string, string> }> {
  const response = await fetch(address);
  const policy = response.headers.get('Content-Security-Policy') ?? '';
  return { type: 'text/html', body: await response.text(), headers: { 'Content-Security-Policy': policy } };
}

test('the panel covers neither text, bar nor outline of VitePress, however wide the page is', async () => {
  const { page, button, dialog } = await visit(`${suite.site.url}/vitepress/index.html`);
  const outline = page.locator('.VPDocAside');
  for (const width of [1280, 1600, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const before = await outline.boundingBox();
    await button.click();
    await dialog.waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset['ibidDocked'])).toBe('right');
    await dialog.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
    const { x } = (await dialog.boundingBox())!;
    for (const part of await page.locator('.VPNav, .vp-doc, .VPDocAside:visible').all()) {
      const box = (await part.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(x);
    }
    expect((await outline.boundingBox())?.width).toBe(width < 1920 ? undefined : before!.width);
    await page.keyboard.press('Control+i');
    await dialog.waitFor({ state: 'hidden' });
  }
});

test('a page in American English is in English to readers, who are asked for one only where there are others', async () => {
  const { page, button, dialog } = await visit(`${suite.site.url}/vitepress/index.html`);
  await button.click();
  await dialog.getByRole('textbox').waitFor();
  expect(await dialog.getByRole('button', { name: /English/u }).count()).toBe(0);
  await page.evaluate(() => (document.head.innerHTML += '<link rel="alternate" hreflang="de" href="/de">'));
  await dialog.getByRole('button', { name: 'This page' }).click();
  await dialog.getByRole('button', { name: /English/u }).waitFor();
  expect(await dialog.getByRole('button', { name: /English/u }).textContent()).toBe('English');
});

/** Follows a link to a page with a question in its address, from a page at `from`. */
async function follow(from: string, before?: () => void): Promise<Page> {
  const page = await suite.browser.newPage();
  onTestFinished(() => page.context().close());
  if (before !== undefined) await page.addInitScript(before);
  await page.goto(from);
  await page.evaluate(
    (address) => {
      const link = document.createElement('a');
      link.href = address;
      link.textContent = 'Ask';
      document.body.replaceChildren(link);
    },
    `${suite.site.plain(TAG)}?ask=Why`,
  );
  await page.getByRole('link', { name: 'Ask' }).click();
  return page;
}

async function filledIn(page: Page | FrameLocator): Promise<string> {
  const field = page.locator('ibid-ask dialog').getByRole('textbox');
  await field.waitFor();
  return field.inputValue();
}

test('the question of a link from a page of the site is asked at once', async () => {
  const before = suite.site.asked.length;
  const page = await follow(suite.site.plain(''));
  await page.locator('.ibid-exchange[data-state=answered]').waitFor();
  expect(await filledIn(page)).toBe('');
  expect(suite.site.asked.slice(before).map(({ body }) => body.query)).toEqual(['Why']);
});

test('the question of a link from elsewhere waits for the reader, and nothing is sent', async () => {
  const before = suite.site.asked.length;
  const files = new Map([['/', { type: 'text/html', body: '<!doctype html><title>Elsewhere</title>' }]]);
  await using elsewhere = await openNativeService({ files });
  const page = await follow(`${elsewhere.url}/`);
  expect(await filledIn(page)).toBe('Why');
  expect(await page.locator('.ibid-exchange').count()).toBe(0);
  expect(suite.site.asked.length).toBe(before);
  await page.locator('ibid-ask dialog').getByRole('textbox').press('Enter');
  await page.locator('.ibid-exchange[data-state=answered]').waitFor();
});

test('in a frame it waits for the reader: nobody shall spend what questions cost by showing the page out of sight', async () => {
  const before = suite.site.asked.length;
  const policy = "frame-src 'self'";
  const framed = `<iframe src="${suite.site.plain(TAG)}?ask=Why" width="900" height="600"></iframe>`;
  const page = await suite.browser.newPage();
  onTestFinished(() => page.context().close());
  await page.goto(suite.site.plain('', { body: framed, policy }));
  expect(await filledIn(page.frameLocator('iframe'))).toBe('Why');
  expect(suite.site.asked.length).toBe(before);
});

test('a page that is made ready before the reader comes to it asks when they come', async () => {
  const before = suite.site.asked.length;
  const page = await follow(suite.site.plain(''), () =>
    Object.defineProperty(document, 'prerendering', { configurable: true, value: true }),
  );
  await page.locator('ibid-ask dialog').waitFor();
  expect(suite.site.asked.length).toBe(before);
  await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')));
  await page.locator('.ibid-exchange[data-state=answered]').waitFor();
  expect(suite.site.asked.length).toBe(before + 1);
});
