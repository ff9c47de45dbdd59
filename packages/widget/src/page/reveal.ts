import { adoptStyle } from './adopt-style.ts';

/** Time for a framework to show a panel after a press. */
const SHOWN_WITHIN_MS = 600;
const AT_REST_WITHIN_MS = 800;

/** Tabs linked to their panels only by their order. */
const SETS = [
  { set: '.tabbed-set', tab: '.tabbed-labels > label', panel: '.tabbed-content > .tabbed-block' },
  { set: '.tabbed-set', tab: '.tabbed-set > label', panel: '.tabbed-set > .tabbed-content' },
  { set: '.vp-code-group', tab: '.tabs > label', panel: '.blocks > div' },
] as const;

const STEP_MS = 16;

/**
 * Opens everything that hides `node`, from the outside in: closed details, tabs that are not chosen, and anything the page has a
 * control for. It presses the site's own controls, so that the site's state stays correct. Ends early if something could not be
 * opened, or if the page replaced `node` in the meantime.
 */
export async function openAround(node: Node): Promise<void> {
  let outermost: Element | undefined;
  for (const element of ancestorsOf(node)) {
    if (!element.isConnected) return;
    if (isShown(element)) continue;
    outermost ??= element;
    await open(element);
    if (!(await waitUntil(() => !element.isConnected || isShown(element), SHOWN_WITHIN_MS))) return;
  }
  if (outermost !== undefined) await waitForRest(outermost, AT_REST_WITHIN_MS);
}

/** The elements around `node` from the outside in, with `node` itself if it is an element. */
function ancestorsOf(node: Node): readonly Element[] {
  const found: Element[] = [];
  for (let at: Node | null = node; at !== null; at = at.parentElement) if (at instanceof Element) found.unshift(at);
  return found;
}

/** True if the element, or the content of a details element, is not hidden. Its ancestors have been checked before. */
function isShown(element: Element): boolean {
  if (element instanceof HTMLDetailsElement) return element.open;
  if (element.localName === 'summary' || element.localName === 'html') return true;
  return typeof element.checkVisibility === 'function'
    ? element.checkVisibility()
    : getComputedStyle(element).display !== 'none';
}

async function open(element: Element): Promise<void> {
  if (element instanceof HTMLDetailsElement) {
    element.querySelector<HTMLElement>(':scope > summary')?.click();
    // If the site's own handler does not open it, it is opened directly.
    if (!(await waitUntil(() => element.open, SHOWN_WITHIN_MS / 2))) element.open = true;
    return;
  }
  if (element.getAttribute('hidden') === 'until-found') {
    element.dispatchEvent(new Event('beforematch', { bubbles: true }));
    element.removeAttribute('hidden');
    return;
  }
  controlOf(element)?.click();
}

/** The tab, label or button that a reader would press to show `panel`. */
function controlOf(panel: Element): HTMLElement | undefined {
  const found = byName(panel) ?? byRole(panel) ?? bySet(panel) ?? labelBefore(panel);
  return found instanceof HTMLElement && onlyShows(found) ? found : undefined;
}

function byName(panel: Element): Element | undefined {
  const { id } = panel;
  const owner = id === '' ? null : document.querySelector(`[aria-controls~="${CSS.escape(id)}"]`);
  if (owner !== null) return owner;
  const names = (panel.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
  return (
    names
      .map((name) => document.getElementById(name))
      .find((element) => element?.matches('[role=tab],button,label,summary') === true) ?? undefined
  );
}

function byRole(panel: Element): Element | undefined {
  if (!panel.matches('[role=tabpanel]')) return undefined;
  const list = listOf(panel);
  if (list === undefined) return undefined;
  const panels = [...document.querySelectorAll('[role=tabpanel]')].filter((other) => listOf(other) === list);
  return list.querySelectorAll('[role=tab]')[panels.indexOf(panel)];
}

/** Nearest list of tabs next to the panel, but not inside it or inside another panel. */
function listOf(panel: Element): Element | undefined {
  const outer = panel.parentElement?.closest('[role=tabpanel]') ?? null;
  for (let around = panel.parentElement; around !== null && around !== outer; around = around.parentElement) {
    for (const list of around.querySelectorAll('[role=tablist]')) {
      if (list.closest('[role=tabpanel]') === outer) return list;
    }
  }
  return undefined;
}

function bySet(panel: Element): Element | undefined {
  for (const { set, tab, panel: member } of SETS) {
    const around = panel.parentElement?.closest(set);
    if (!around || !panel.matches(member)) continue;
    const own = (selector: string): Element[] =>
      [...around.querySelectorAll(selector)].filter((element) => element.parentElement?.closest(set) === around);
    const label = own(tab)[own(member).indexOf(panel)];
    if (label !== undefined) return label;
  }
  return undefined;
}

/** Tabs made with CSS only have each panel directly after its label. */
function labelBefore(panel: Element): Element | undefined {
  const before = panel.previousElementSibling;
  return before instanceof HTMLLabelElement && before.control?.matches('[type=radio],[type=checkbox]') === true
    ? before
    : undefined;
}

/** True if pressing the control only shows something: it neither leaves the page nor submits a form. */
function onlyShows(control: HTMLElement): boolean {
  if (control instanceof HTMLAnchorElement) return control.getAttribute('href')?.startsWith('#') !== false;
  if (control instanceof HTMLButtonElement) return control.type === 'button' || control.form === null;
  return !control.matches('input:not([type=radio],[type=checkbox])');
}

/** Waits until `check` returns true; false if it does not in time. Does not depend on frames, because a tab in the background draws none. */
async function waitUntil(check: () => boolean, milliseconds: number): Promise<boolean> {
  for (let waited = 0; !check(); waited += STEP_MS) {
    if (waited >= milliseconds) return false;
    await pause(STEP_MS);
  }
  return true;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Waits for animations around `element` to end, but at most `milliseconds`. */
async function waitForRest(element: Element, milliseconds: number): Promise<void> {
  const moving = element
    .getAnimations({ subtree: true })
    .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < milliseconds);
  if (moving.length === 0) return;
  await Promise.race([Promise.allSettled(moving.map(({ finished }) => finished)), pause(milliseconds)]);
}

/** Minimum space between the words and an edge, in pixels. */
const MARGIN = 24;
/** Distances of more than this many windows are scrolled instantly. */
const FAR = 3;

/** Scrolls the ranges into view, below elements that stick to the top of the window; does nothing if they are already visible. */
export function scrollToRanges(ranges: readonly Range[]): void {
  const first = ranges[0]?.startContainer;
  if (first === undefined) return;
  const start = first instanceof Element ? first : first.parentElement;
  const page = document.scrollingElement ?? document.documentElement;
  for (let element = start; element !== null && element !== page; element = element.parentElement) {
    if (scrolls(element)) bringInto(element, boxAround(ranges));
  }
  const box = boxAround(ranges);
  const covered = coveredTop(box);
  if (box.top >= covered + MARGIN && box.bottom <= innerHeight - MARGIN) return;
  const free = innerHeight - covered;
  const top = box.top - covered - Math.max(MARGIN, (free - box.height) / 3);
  scrollBy({ top, behavior: motion(top) });
}

/** Scrolls an element to the top of the window, with the scroll margin of its style. */
export function scrollToElement(element: Element): void {
  element.scrollIntoView({ block: 'start', behavior: motion(element.getBoundingClientRect().top) });
}

export function scrollToTop(): void {
  scrollTo({ top: 0, behavior: motion(scrollY) });
}

function motion(distance: number): ScrollBehavior {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return isStill || Math.abs(distance) > FAR * innerHeight ? 'instant' : 'smooth';
}

interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  readonly height: number;
}

function boxAround(ranges: readonly Range[]): Box {
  const boxes = ranges.map((range) => range.getBoundingClientRect()).filter(({ width, height }) => width + height > 0);
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.right));
  return { top, bottom, left, right, height: bottom - top };
}

function scrolls(element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  return (
    (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1) ||
    (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1)
  );
}

/** Scrolls an element as little as needed to show the beginning of the box. */
function bringInto(element: Element, box: Box): void {
  const frame = element.getBoundingClientRect();
  const top = shortest(box.top - MARGIN, box.bottom + MARGIN, frame.top, frame.top + element.clientHeight);
  const left = shortest(box.left - MARGIN, box.right + MARGIN, frame.left, frame.left + element.clientWidth);
  if (top !== 0 || left !== 0) element.scrollBy({ top, left, behavior: 'instant' });
}

function shortest(from: number, to: number, low: number, high: number): number {
  if (from >= low && to <= high) return 0;
  return from < low || to - from > high - low ? from - low : to - high;
}

/** Height at the top of the window covered by elements that stay in place while the page scrolls. */
function coveredTop(box: Box): number {
  const across = Math.min(Math.max(box.left + 1, 1), innerWidth - 1);
  let covered = 0;
  for (const found of document.elementsFromPoint(across, 1)) {
    for (let element: Element | null = found; element !== null; element = element.parentElement) {
      if (!/fixed|sticky/.test(getComputedStyle(element).position)) continue;
      const { bottom } = element.getBoundingClientRect();
      if (bottom < innerHeight * 0.4) covered = Math.max(covered, bottom);
    }
  }
  return covered;
}

const NAME = 'ibid-cite';

/** Style of highlighted words in the page: dark text on marker yellow is legible on light and dark pages. */
const HIGHLIGHT_STYLE = `@media screen {
  ::highlight(ibid-cite) {
    background-color: #ffdf6b;
    color: #1b1b1f;
  }
  :is([data-theme='dark'], .dark, [data-md-color-scheme='slate']) ::highlight(ibid-cite) {
    background-color: #e2b93b;
  }
}
@media (forced-colors: active) {
  ::highlight(ibid-cite) {
    background-color: Mark;
    color: MarkText;
  }
}
`;

/**
 * Highlights exactly these ranges. The page's elements stay unchanged, so that its framework can continue to use them. Does
 * nothing in a browser without the Custom Highlight API.
 */
export function highlight(ranges: readonly Range[]): void {
  // On the document, because styles of a shadow root do not apply to the page's own text.
  adoptStyle(HIGHLIGHT_STYLE);
  if (hasHighlights()) CSS.highlights.set(NAME, new Highlight(...ranges));
}

export function clearHighlight(): void {
  if (hasHighlights()) CSS.highlights.delete(NAME);
}

function hasHighlights(): boolean {
  return typeof Highlight === 'function' && 'highlights' in CSS;
}
