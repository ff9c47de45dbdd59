import type { PageContext } from '../config/index.ts';
import type { CapturedSelection } from '../exchange/exchange.ts';
import { nearestHeading } from './page-context.ts';

export interface CaptureOptions {
  /** CSS selector of what counts as the text of a page. */
  readonly content: string;
  readonly page: Pick<PageContext, 'url' | 'title'>;
}

const LONGEST = 5000;
/** Parts of a page's text that are no text of the page. */
const CONTROLS = 'nav,button,input,textarea,select,[contenteditable]:not([contenteditable=false])';

/** What neither counts as a character nor tells one passage from another. */
const UNSEEN = /[\s\u00ad\u200b\u2060\ufeff]/u;

/**
 * The marked passage, as it is shown now; `undefined` when nothing is marked, or when it begins or ends outside of the text. Marking
 * a paragraph by three clicks may end at the start of what comes next; that counts as inside.
 */
export function captureSelection(
  selection: Selection | null,
  { content, page }: CaptureOptions,
): CapturedSelection | undefined {
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const start = textAround(range.startContainer, content);
  if (start === undefined) return undefined;
  if (textAround(range.endContainer, content) === undefined) {
    const beyond = range.cloneRange();
    beyond.setStart(start, start.childNodes.length);
    if (beyond.toString().trim() !== '') return undefined;
  }
  const shown = selection.toString();
  const all = (start.querySelector('.katex') === null ? shown : sourcesInPlace(shown, range))
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const text = all.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '');
  if (text === '') return undefined;
  const heading = nearestHeading(start, range.startContainer);
  return {
    text,
    ...(text.length < all.length && { total: all.length }),
    url: page.url,
    section: heading?.id ?? '',
    place: heading?.title || page.title,
  };
}

function textAround(node: Node, content: string): Element | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest(CONTROLS) ? undefined : (element?.closest(content) ?? undefined);
}

/**
 * `shown`, which is the text that a browser makes of `range`, with the source of each formula of KaTeX in the place where the formula is
 * drawn; also of one that is marked in part. A formula is drawn twice, for eyes and for screen readers, and browsers set white space into it
 * as they like; its source is what the index knows. Where a formula's own place cannot be told for sure, it stays as it is.
 */
export function sourcesInPlace(shown: string, range: Range): string {
  const signs = signsOf(shown);
  const drawn = new Map<Element, { from: number; end: number }>();
  const lost = new Set<Element>();
  const nodes = document.createNodeIterator(range.commonAncestorContainer, NodeFilter.SHOW_TEXT);
  let at = 0;
  for (let node = nodes.nextNode() as Text | null; node !== null; node = nodes.nextNode() as Text | null) {
    const parent = node.parentElement;
    if (parent === null || !range.intersectsNode(node) || !isDrawn(parent)) continue;
    const words = signsOf(markedOf(node, range));
    if (words.length === 0) continue;
    const formula = parent.closest('.katex');
    // Text that cannot be marked is not in `shown`: the place stays where it is.
    const isThere = words.every(({ sign }, index) => sign === signs[at + index]?.sign);
    if (isThere) at += words.length;
    if (formula === null) continue;
    if (!isThere) lost.add(formula);
    else drawn.set(formula, { from: drawn.get(formula)?.from ?? at - words.length, end: at });
  }
  let text = '';
  let done = 0;
  for (const [formula, { from, end }] of drawn) {
    const source = formula.querySelector('annotation')?.textContent.trim();
    if (!source || lost.has(formula)) continue;
    const before = shown.slice(done, signs[from]!.from);
    const kept = before.trimEnd();
    text += `${kept}${kept === before ? '' : ' '}${source}`;
    done = signs[end - 1]!.end;
  }
  return text + shown.slice(done);
}

/** Characters as they are compared: styles of letters, which browsers give to variables of formulas, make no difference. */
function signsOf(text: string): readonly { readonly sign: string; readonly from: number; readonly end: number }[] {
  const signs = [];
  let from = 0;
  for (const character of text) {
    const end = from + character.length;
    for (const sign of character.normalize('NFKC').toLowerCase()) {
      if (!UNSEEN.test(sign)) signs.push({ sign, from, end });
    }
    from = end;
  }
  return signs;
}

function markedOf(node: Text, { startContainer, startOffset, endContainer, endOffset }: Range): string {
  return node.data.slice(
    startContainer === node ? startOffset : 0,
    endContainer === node ? endOffset : node.data.length,
  );
}

/** Not within closed details, nor hidden in another way. */
function isDrawn(element: Element): boolean {
  return element.checkVisibility?.({ visibilityProperty: true }) ?? element.getClientRects().length > 0;
}
