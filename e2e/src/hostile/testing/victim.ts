import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { Payload } from '../payloads.ts';

/** Somebody at a page with the panel, and what is done to them. */
export interface Victim extends AsyncDisposable {
  readonly page: Page;
  readonly panel: Locator;
  /** How many pages were loaded so far, but for those that `goTo` asked for. */
  readonly loads: () => number;
  /** Loads another address of the same site, as if a link of the page `referer` had led there. */
  goTo(address: string, referer?: string): Promise<void>;
  readonly harm: Harm;
  /** Opens the panel by its button, if it is closed. */
  open(): Promise<void>;
  /** Types and sends; settles when the answer is whole, or has failed. */
  ask(question: string): Promise<void>;
  /** What the widget has made that it must not make; `allowed` are the pages of other sites that its links may lead to. */
  inspect(allowed?: readonly string[]): Promise<readonly string[]>;
  /** Gives what was begun the time to do its harm. */
  settle(): Promise<void>;
  /** What lies on the clipboard, after a press on the newest button of that name. */
  copied(button: string): Promise<string>;
}

export async function openVictim(browser: Browser, address: string): Promise<Victim> {
  const { origin } = new URL(address);
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    reducedMotion: 'reduce',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const page = await context.newPage();
  const harm = await watchHarm(context, page, origin);
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  await page.goto(address);
  const panel = page.locator('.ibid-panel');
  const launcher = page.locator('.ibid-launcher-button');
  await launcher.waitFor({ state: 'attached' });
  const victim: Victim = {
    page,
    loads: () => loads,
    async goTo(to, referer) {
      const known = loads;
      await page.goto(to, referer === undefined ? {} : { referer });
      loads = known;
    },
    panel,
    harm,
    async open() {
      if (!(await panel.isVisible())) await page.keyboard.press('Control+i');
      await panel.waitFor();
    },
    async ask(question) {
      await victim.open();
      const field = panel.locator('.ibid-composer textarea');
      await field.fill(question);
      await field.press('Enter');
      await panel.locator('.ibid-log[aria-busy=false] .ibid-exchange').last().waitFor({ state: 'attached' });
    },
    inspect: (allowed = []) => page.evaluate(inspectPage, allowed),
    async settle() {
      await page.waitForTimeout(300);
    },
    async copied(button) {
      await page.evaluate(() => navigator.clipboard.writeText(''));
      // By its label alone: to look for roles would ask elements that payloads may have made.
      await panel
        .locator(`button[aria-label=${JSON.stringify(button)}]`)
        .last()
        .dispatchEvent('click');
      await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== '');
      return page.evaluate(() => navigator.clipboard.readText());
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
  return victim;
}

/** By the buttons of the panel, of which the second asks whether it is meant. */
export async function clearConversation({ panel }: Victim): Promise<void> {
  await panel.getByRole('button', { name: 'Clear all' }).click();
  await panel.getByRole('button', { name: 'Clear', exact: true }).click();
  await panel.locator('.ibid-empty').waitFor();
}

/** `act` with `each` payloads at a time and the number of the first, until the page is led elsewhere, which is told. */
export async function inBatches(
  victim: Victim,
  texts: readonly Payload[],
  each: number,
  act: (some: readonly Payload[], from: number) => Promise<void>,
): Promise<readonly string[]> {
  const before = victim.loads();
  const isAway = (): boolean => victim.loads() !== before;
  for (let from = 0; from < texts.length && !isAway(); from += each) {
    try {
      await act(texts.slice(from, from + each), from);
    } catch (error) {
      // The error of a page that goes comes before the page has gone.
      await victim.page.waitForTimeout(500);
      if (!isAway()) throw error;
    }
  }
  await victim.settle();
  return isAway() ? [`away, ${victim.page.url()}`] : [];
}

/** What payloads have done. The number of each stands in what it does. */
export interface Harm {
  /** Scripts of payloads that ran, dialogs that they opened, exceptions that nobody caught. */
  readonly executed: readonly string[];
  /** Addresses elsewhere that were asked for, by whatever means, also new windows and sockets. None of them is reached. */
  readonly foreign: readonly string[];
}

/** Begins before a page of `context` is loaded. `origin` is the only host that may be talked to. */
async function watchHarm(context: BrowserContext, page: Page, origin: string): Promise<Harm> {
  const executed: string[] = [];
  const foreign: string[] = [];
  const isForeign = (address: string): boolean =>
    !address.startsWith(`${origin}/`) &&
    !/^(?:about:|chrome-error:|blob:http:\/\/127|data:(?!.*(?:__hit|evil)))/su.test(address);
  await context.exposeBinding('__hit', (_, id: unknown) => void executed.push(String(id)));
  await context.route(
    ({ href }) => isForeign(href),
    // Without a document, so that nothing leads the page away from what is being watched.
    (route) => route.fulfill({ status: 204 }),
  );
  context.on('request', (request) => {
    if (isForeign(request.url())) foreign.push(request.url());
  });
  const watch = (watched: Page): void => {
    watched.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') executed.push(`${dialog.type()} ${dialog.message()}`);
      void dialog.dismiss().catch(() => undefined);
    });
    watched.on('pageerror', (error) => executed.push(`uncaught ${error.message}`));
    watched.on('websocket', (socket) => foreign.push(socket.url()));
    watched.on('download', (download) => foreign.push(download.url()));
  };
  watch(page);
  context.on('page', (popup) => {
    if (popup === page) return;
    foreign.push(`window ${popup.url()}`);
    watch(popup);
    void popup.close().catch(() => undefined);
  });
  return { executed, foreign };
}

interface Exercised {
  /** Texts of the cards that were opened. */
  readonly cards: readonly string[];
  /** Links that were clicked. */
  readonly clicked: number;
}

/** Runs in the browser: does with the newest answer all that a reader can do: unfolds it, looks at each footnote, follows each link of this page. */
export async function exerciseAnswer(): Promise<Exercised> {
  const root = document.querySelector('ibid-ask')!.shadowRoot!;
  const answer = [...root.querySelectorAll('.ibid-exchange')].at(-1);
  if (answer === undefined) throw new Error('There is no answer.');
  for (const more of answer.querySelectorAll<HTMLElement>('.ibid-more')) more.click();
  await new Promise(requestAnimationFrame);
  const card = root.querySelector<HTMLElement>('.ibid-card')!;
  const cards: string[] = [];
  for (const mark of answer.querySelectorAll<HTMLElement>('.ibid-ref')) {
    mark.focus();
    for (let turn = 0; card.hidden && turn < 5; turn += 1) await Promise.resolve();
    if (!card.hidden) cards.push(card.textContent);
  }
  const first = answer.querySelector<HTMLElement>('a.ibid-ref');
  first?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
  let clicked = 0;
  const here = location.pathname.replace(/\/$/u, '') + location.search;
  for (const link of answer.querySelectorAll('a')) {
    clicked += 1;
    // One that is drawn is none of ours, and is a link all the same.
    if (!(link instanceof HTMLAnchorElement)) {
      (link as Element).dispatchEvent(new MouseEvent('click', { bubbles: true }));
      continue;
    }
    const { href, origin, pathname, search, target } = link;
    const isHere = pathname.replace(/\/$/u, '') + search === here;
    // What opens beside is the browser's. Another page of this site is a load, which would end what is being watched.
    const isElsewhere = origin === location.origin && !isHere;
    if (/^https?:/u.test(href) && (target === '_blank' || isElsewhere)) clicked -= 1;
    else link.click();
  }
  await new Promise(requestAnimationFrame);
  return { cards, clicked };
}

/**
 * Runs in the browser: what is wrong with what the widget has made. It holds the widget to lists of what it may make, so that nothing
 * has to be thought of beforehand.
 */
function inspectPage(allowed: readonly string[]): readonly string[] {
  const TAGS = new Set(
    `div p span a button h2 h3 h4 ol ul li section article header blockquote strong em del code pre br table thead tbody tr th td figure
    figcaption form textarea label dialog fieldset legend input svg path circle rect line polyline g kbd small mark details summary`.split(
      /\s+/u,
    ),
  );
  const ATTRIBUTES = new Set(
    `class id role dir lang title tabindex href target rel type hidden value start scope disabled rows maxlength for checked open
    placeholder name enterkeyhint autocomplete spellcheck inert style viewBox d cx cy r rx ry x y x1 x2 y1 y2 points width height fill stroke
    stroke-width stroke-linecap stroke-linejoin focusable part slot popover`.split(/\s+/u),
  );
  const faults: string[] = [];
  const root = document.querySelector('ibid-ask')!.shadowRoot!;
  const known = new Set(allowed);

  for (const one of root.querySelectorAll('*')) {
    const { localName, namespaceURI } = one;
    const isDrawn = namespaceURI === 'http://www.w3.org/2000/svg';
    if (!TAGS.has(localName)) faults.push(`<${localName}>`);
    if (isDrawn && one.closest('svg.ibid-icon, svg.ibid-mark, .ibid-launcher svg') === null)
      faults.push(`<${localName}> drawn`);
    if (!isDrawn && namespaceURI !== 'http://www.w3.org/1999/xhtml') faults.push(`<${localName}> of ${namespaceURI}`);
    if (localName === 'input' && one.closest('.ibid-feedback') === null) faults.push('<input>');
    if (localName === 'mark' && !one.matches('.ibid-statements .ibid-lit')) faults.push('<mark>');
    if (localName === 'details' && !one.matches(':has(> summary.ibid-more)')) faults.push('<details>');
    if (localName === 'summary' && !one.matches('details > .ibid-more')) faults.push('<summary>');
    if (localName === 'form' && !one.matches('.ibid-composer, .ibid-feedback')) faults.push('<form>');
    for (const { name, value } of one.attributes) {
      if (!ATTRIBUTES.has(name) && !/^(?:aria|data)-/u.test(name)) faults.push(`${localName}[${name}]`);
      if (name === 'style' && /url|image|expression|@import|\\/iu.test(value)) faults.push(`style ${value}`);
      if (
        (name === 'id' || name === 'for' || name === 'name' || name === 'class') &&
        /[<>"'\s]*(?:evil|__hit)/u.test(value)
      )
        faults.push(`${localName}[${name}=${value}]`);
      if (name === 'href') faults.push(...faultsOfLink(one, value));
    }
  }

  function faultsOfLink(link: Element, value: string): readonly string[] {
    const { href } = link as HTMLAnchorElement;
    const { protocol, origin } = URL.canParse(href) ? new URL(href) : { protocol: '', origin: '' };
    if (!/^https?:$/u.test(protocol)) return [`href ${value}`];
    if (origin === location.origin) return [];
    const isApart = link.getAttribute('target') === '_blank' && link.getAttribute('rel') === 'noopener noreferrer';
    const [page = ''] = href.split('#');
    // Node writes a host that has an asterisk in another way.
    const isKnown = known.has(page) || known.has(page.replaceAll('%2A', '*'));
    return isKnown && isApart ? [] : [`href ${value}`];
  }

  // Nothing of it may get out into the page, where no frame of ours would hold it.
  const ACTIVE =
    'script,link:not([rel=canonical]),style,iframe,frame,img,base,object,embed,form,a,area,source,video,audio,meta[http-equiv]';
  for (const one of document.querySelectorAll(ACTIVE)) {
    for (const { name, value } of one.attributes) {
      if (/evil\.example|__hit/u.test(value)) faults.push(`page ${one.localName}[${name}]`);
    }
  }
  const sheets = [...document.adoptedStyleSheets, ...root.adoptedStyleSheets];
  if (sheets.some((sheet) => [...sheet.cssRules].some(({ cssText }) => /evil\.example|__hit/u.test(cssText))))
    faults.push('style sheet');
  if (Object.keys(Object.prototype).length > 0 || Object.keys(Array.prototype).length > 0) faults.push('prototype');
  if (document.cookie !== '') faults.push(`cookie ${document.cookie}`);
  return [...new Set(faults)];
}
