import type { PageContext } from '../config/index.ts';
import type { CapturedSelection } from '../exchange/exchange.ts';
import { nearestHeading } from './page-context.ts';

const LONGEST = 5000;

/** Characters that are ignored when texts are compared. */
const UNSEEN = /[\s\u00ad\u200b\u2060\ufeff]/u;

/**
 * Captures the passage in `range`, which begins in the text element `root` and is shown as `shown`. `undefined` if nothing of it
 * can be seen.
 */
export function captureSelection(
  range: Range,
  {
    shown,
    root,
    page,
  }: { readonly shown: string; readonly root: Element; readonly page: Pick<PageContext, 'url' | 'title'> },
): CapturedSelection | undefined {
  const all = (root.querySelector('.katex') === null ? shown : sourcesInPlace(shown, range))
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const text = all.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '');
  if (text === '') return undefined;
  const heading = nearestHeading(root, range.startContainer);
  return {
    text,
    ...(text.length < all.length && { total: all.length }),
    url: page.url,
    section: heading?.id ?? '',
    place: heading?.title || page.title,
  };
}

/**
 * Returns `shown`, the browser's text of `range`, with each KaTeX formula replaced by its TeX source, including formulas selected
 * only in part. A formula is rendered twice, for display and for screen readers, with white space that differs between browsers;
 * the index has its source. If the position of a formula is uncertain, its text is left unchanged.
 */
function sourcesInPlace(shown: string, range: Range): string {
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
    // Text that cannot be selected is not in `shown`: the position stays.
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

/** Characters in the form in which they are compared. Letter styles, which browsers use for variables in formulas, are ignored. */
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

/** True if the element is not in closed details and not hidden in another way. */
function isDrawn(element: Element): boolean {
  return element.checkVisibility?.({ visibilityProperty: true }) ?? element.getClientRects().length > 0;
}
