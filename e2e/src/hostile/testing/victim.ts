import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { Payload } from '../payloads.ts';

/** A reader on a page with the panel, and the harm done to them. */
export interface Victim extends AsyncDisposable {
  readonly page: Page;
  readonly panel: Locator;
  /** Number of pages loaded so far, without those loaded by `goTo`. */
  readonly loads: () => number;
  /** Loads another address of the same site, as if through a link on the page `referer`. */
  goTo(address: string, referer?: string): Promise<void>;
  readonly harm: Harm;
  /** Opens the panel, if it is closed. */
  open(): Promise<void>;
  /** Types and sends a question; settles when the answer is complete or has failed. */
  ask(question: string): Promise<void>;
  /** Lists everything the widget has made that it must not make. `allowed` are the pages of other sites that its links may lead to. */
  inspect(allowed?: readonly string[]): Promise<readonly string[]>;
  /** Waits a moment, so that a started attack can take effect. */
  settle(): Promise<void>;
  /** Presses the newest button with that label and returns the content of the clipboard. */
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
      // Found by its label only: a search by role would include elements that payloads may have made.
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

/** Uses the panel's buttons; the second one asks for confirmation. */
export async function clearConversation({ panel }: Victim): Promise<void> {
  await panel.getByRole('button', { name: 'Clear all' }).click();
  await panel.getByRole('button', { name: 'Clear', exact: true }).click();
  await panel.locator('.ibid-empty').waitFor();
}

/** Calls `act` with `each` payloads at a time and the index of the first, until the page is led elsewhere. Returns where it was led. */
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
      // The error of a page that is being left comes before it is left.
      await victim.page.waitForTimeout(500);
      if (!isAway()) throw error;
    }
  }
  await victim.settle();
  return isAway() ? [`away, ${victim.page.url()}`] : [];
}

/** Harm done by payloads. Each entry contains the id of its payload. */
export interface Harm {
  /** Scripts of payloads that ran, dialogs they opened, and uncaught exceptions. */
  readonly executed: readonly string[];
  /** Foreign addresses requested in any way, including new windows and sockets. No request reaches them. */
  readonly foreign: readonly string[];
}

/** Starts watching before a page of `context` is loaded. Only `origin` may be contacted. */
async function watchHarm(context: BrowserContext, page: Page, origin: string): Promise<Harm> {
  const executed: string[] = [];
  const foreign: string[] = [];
  const isForeign = (address: string): boolean =>
    !address.startsWith(`${origin}/`) &&
    !/^(?:about:|chrome-error:|blob:http:\/\/127|data:(?!.*(?:__hit|evil)))/su.test(address);
  await context.exposeBinding('__hit', (_, id: unknown) => void executed.push(String(id)));
  await context.route(
    ({ href }) => isForeign(href),
    // A reply without a document, so that nothing leads away from the watched page.
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
  /** Number of links clicked. */
  readonly clicked: number;
}

/**
 * Runs in the browser: does everything a reader can do with the newest answer: unfolds it, opens each footnote, follows each link
 * within this page.
 */
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
    // An SVG link is not made by the widget, but still works as a link.
    if (!(link instanceof HTMLAnchorElement)) {
      (link as Element).dispatchEvent(new MouseEvent('click', { bubbles: true }));
      continue;
    }
    const { href, origin, pathname, search, target } = link;
    const isHere = pathname.replace(/\/$/u, '') + search === here;
    // A link to a new tab is left to the browser. Another page of this site would be a new load, which would end the watched page.
    const isElsewhere = origin === location.origin && !isHere;
    if (/^https?:/u.test(href) && (target === '_blank' || isElsewhere)) clicked -= 1;
    else link.click();
  }
  await new Promise(requestAnimationFrame);
  return { cards, clicked };
}

/**
 * Runs in the browser: lists errors in what the widget has made. It compares with lists of what the widget may make, so that
 * attacks need not be known in advance.
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
    // Node encodes an asterisk in a host differently.
    const isKnown = known.has(page) || known.has(page.replaceAll('%2A', '*'));
    return isKnown && isApart ? [] : [`href ${value}`];
  }

  // Nothing may get out into the page, outside the widget.
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
