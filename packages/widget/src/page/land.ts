/** Takes the reader to the words of a citation on the open page. Loaded only when needed. */
import type { Destination, EntryState } from '../config/index.ts';
import { type FoundQuote, findQuote } from './find/find-quote.ts';
import type { PageText, Stretch } from './find/page-text.ts';
import { clearHighlight, highlight, openAround, scrollToElement, scrollToRanges, scrollToTop } from './reveal.ts';

export interface LandOptions {
  /** CSS selector of the elements that contain the page's text. */
  readonly content: string;
  /** Also moves the keyboard focus there. Not for a panel that stays open next to the page. @default false */
  readonly focus?: boolean;
  /** Time to wait, in milliseconds, for words that the site adds later. @default 1000 */
  readonly patience?: number;
  /** The reader comes back to words shown before: they are lit, or also shown where the site's router scrolls. Without them, nothing is done. */
  readonly again?: 'lit' | 'shown' | undefined;
}

/** Where the reader ends up: at the words, at nearly the same words, at the section because the words are gone, or at the top. */
export type Landing = 'exact' | 'fuzzy' | 'section' | 'top';

/** Pages move while they load, and themes scroll to the hash of the address: the place is kept in view for this long. */
const HELD_MS = 2000;

/** Number of the latest landing; a later one ends an earlier one. */
let latest = 0;
let release: (() => void) | undefined;

const PLACES = 'p,li,td,th,pre,dd,dt,h1,h2,h3,h4,h5,h6,figcaption,blockquote,summary';

const BY_THE_READER = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Opens whatever hides the place, scrolls there and highlights the words; the previous highlight is removed. Never rejects. Once
 * a later landing has started, an earlier one changes nothing more.
 */
export async function land(
  { anchor, quote }: Pick<Destination, 'anchor' | 'quote'>,
  { content, focus = false, patience = 1000, again }: LandOptions,
): Promise<Landing> {
  const turn = (latest += 1);
  if (turn === 1) addEventListener('popstate', ({ state }) => void relight(state, content, 'shown'));
  if (!again) history.replaceState({ ...history.state, ibidShown: { anchor, quote } } satisfies EntryState, '');
  const isOvertaken = (): boolean => turn !== latest;
  release?.();
  clearHighlight();
  const find = (): FoundQuote | undefined => findIn(content, quote, anchor);
  let found = find();
  if (found === undefined) {
    const place = again ? 'top' : await landAtSection(content, anchor, focus && quote.trim() === '');
    if (quote.trim() === '' || isOvertaken()) return place;
    found = await changed(find, patience, isOvertaken);
    if (found === undefined || isOvertaken()) return place;
  }
  // Remembered, because a range moves out of nodes that are removed.
  const nodes = found.ranges.map(({ startContainer }) => startContainer);
  await openAround(nodes[0]!);
  if (isOvertaken()) return 'section';
  // The site may have rendered the place again.
  if (nodes.some((node) => !node.isConnected)) found = find() ?? found;
  const { ranges, exactness } = found;
  highlight(ranges);
  if (again !== 'lit') holdInView(content, () => scrollToRanges(ranges));
  if (focus) focusAt(ranges[0]!.startContainer);
  return exactness;
}

/** Lights the words again that the history entry with this `state` has shown, after a reload or on the way back. */
export async function relight(
  state: EntryState | null,
  content: string,
  again: LandOptions['again'] = 'lit',
): Promise<void> {
  if (state?.ibidShown) await land(state.ibidShown, { content, again });
}

/** Searches each text element of the page, starting with the one that contains the anchor. */
function findIn(content: string, quote: string, anchor: string): FoundQuote | undefined {
  const all = [...document.querySelectorAll(content)];
  const roots = all.filter((root) => !all.some((other) => other !== root && other.contains(root)));
  const own = roots.filter((root) => anchor !== '' && findAnchor(root, anchor) !== undefined);
  for (const root of [...own, ...roots.filter((other) => !own.includes(other))]) {
    const found = findQuote(root, quote, { anchor });
    if (found !== undefined) return found;
  }
  return undefined;
}

async function landAtSection(content: string, anchor: string, focus: boolean): Promise<Landing> {
  const target = anchor === '' ? undefined : findAnchor(document.documentElement, anchor);
  if (target === undefined) {
    scrollToTop();
    const title = document.querySelector(content)?.querySelector('h1');
    if (focus && title) focusAt(title);
    return 'top';
  }
  await openAround(target);
  holdInView(content, () => scrollToElement(target));
  if (focus) focusAt(target);
  return 'section';
}

/** Tries again whenever the page changes, until something is found or `patience` is over. */
function changed<T>(find: () => T | undefined, patience: number, isOvertaken: () => boolean): Promise<T | undefined> {
  return new Promise((resolve) => {
    let pending: ReturnType<typeof setTimeout> | undefined;
    const end = (found: T | undefined): void => {
      observer.disconnect();
      clearTimeout(pending);
      clearTimeout(deadline);
      resolve(found);
    };
    const look = (): void => {
      pending = undefined;
      const found = isOvertaken() ? undefined : find();
      if (found !== undefined || isOvertaken()) end(found);
    };
    const observer = new MutationObserver(() => (pending ??= setTimeout(look, 60)));
    const deadline = setTimeout(() => end(undefined), patience);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/**
 * Moves the focus to the block that contains `node`, so that keyboard and screen reader continue from there. The `tabindex` added
 * for this is removed when the focus moves on.
 */
export function focusAt(node: Node): void {
  const element = node instanceof Element ? node : node.parentElement;
  const block = element?.closest<HTMLElement>(PLACES) ?? element;
  if (!(block instanceof HTMLElement)) return;
  if (block.tabIndex < 0 && !block.hasAttribute('tabindex')) {
    block.tabIndex = -1;
    block.addEventListener('blur', () => block.removeAttribute('tabindex'), { once: true });
  }
  block.focus({ preventScroll: true });
}

/**
 * Calls `scroll` now, whenever the text changes its size, as when images and diagrams load, and whenever the page has been scrolled, as
 * themes do to show the heading of a hash. Ends after a while, or as soon as the reader scrolls, presses or types.
 */
function holdInView(content: string, scroll: () => void): void {
  release?.();
  const ended = new AbortController();
  const end = (): void => ended.abort();
  release = end;
  const observer = new ResizeObserver(scroll);
  ended.signal.addEventListener('abort', () => observer.disconnect());
  setTimeout(end, HELD_MS);
  addEventListener('scrollend', scroll, { signal: ended.signal });
  for (const type of BY_THE_READER) addEventListener(type, end, { signal: ended.signal, passive: true, capture: true });
  scroll();
  observer.observe(document.querySelector(content) ?? document.body);
}

/**
 * Finds the stretch of the section that begins at `anchor`: up to the next heading. `''` means the part before the first heading
 * that can be linked to. `undefined` if the page has no such anchor.
 */
export function sectionOf(root: Element, page: PageText, anchor: string): Stretch | undefined {
  const headings = [...root.querySelectorAll('h1,h2,h3,h4,h5,h6')];
  if (anchor === '') {
    const next = headings.find((heading) => heading.localName !== 'h1' && isLinked(heading));
    return { start: 0, end: next === undefined ? page.folded.length : offsetOf(page, next) };
  }
  const target = findAnchor(root, anchor);
  if (target === undefined) return undefined;
  const own = headings.findIndex((heading) => heading.contains(target) || follows(target, heading));
  const next = own === -1 ? undefined : headings[isOpenedBy(headings[own]!, target) ? own + 1 : own];
  return { start: offsetOf(page, target), end: next === undefined ? page.folded.length : offsetOf(page, next) };
}

/** Element with that id or, in old pages, that name. */
export function findAnchor(root: Element, anchor: string): Element | undefined {
  const element =
    root.ownerDocument.getElementById(anchor) ?? root.querySelector(`a[name="${CSS.escape(anchor)}"]`) ?? undefined;
  return element !== undefined && root.contains(element) ? element : undefined;
}

function isLinked(heading: Element): boolean {
  return heading.id !== '' || heading.querySelector('[id],a[name]') !== null || heading.closest('section[id]') !== null;
}

/** True if the anchor is on the heading, or on an element whose first heading it is. */
function isOpenedBy(heading: Element, target: Element): boolean {
  return heading.contains(target) || target.querySelector('h1,h2,h3,h4,h5,h6') === heading;
}

function follows(first: Node, second: Element): boolean {
  return (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** Offset of the first character at or after the element. */
function offsetOf(page: PageText, element: Element): number {
  const first = page.leaves.find(({ node }) => node.contains(element) || !follows(node, element));
  return first?.start ?? page.folded.length;
}
