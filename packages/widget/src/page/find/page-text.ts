/** One text node, formula or described image of the page. */
export interface Leaf {
  readonly node: Text | Element;
  /** Text as the page has it; for a formula its TeX, for an image its description. */
  readonly raw: string;
  /** Offset in `PageText.folded` where it begins. */
  readonly start: number;
  /** True if it begins a new line: a block, a cell or a line break separates it from the leaf before. */
  readonly apart: boolean;
}

/** Text that a page shows or can show, in reading order, folded by `foldText`. */
export interface PageText {
  readonly folded: string;
  readonly leaves: readonly Leaf[];
}

const BLOCKS = new Set(
  `address article aside blockquote br caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3
   h4 h5 h6 header hgroup hr li main menu ol p pre search section summary table tbody td tfoot th thead tr ul`.split(
    /\s+/,
  ),
);

/** Elements whose text is not in the index. */
const LEFT_OUT: string = [
  // Controls, drawings and hidden elements.
  'script:not([type^="math/tex"]),style,template,noscript,svg,button,select,textarea,datalist,iframe,object,canvas,audio,video',
  'nav,[role=navigation],[role=search],[data-pagefind-ignore],.no-print,[aria-hidden=true]',
  '[hidden]:not([hidden=until-found],[role=tabpanel])',
  // Link signs next to headings.
  'a:is(.headerlink,.hash-link,.header-anchor,.anchorjs-link,.anchor-link,.heading-anchor,.sl-anchor-link)',
  // Footnote marks.
  'a:is([data-footnote-ref],[data-footnote-backref],.footnote-ref,.footnote-reference,.footnote-backref,.footnote-back)',
  'a.data-footnote-backref,sup:is(.footnote-reference,.footnote-ref,.footnote-definition-label)',
  // Line numbers, and controls and labels around code.
  '.linenos,.lineno,.line-numbers,.line-numbers-rows,.line-numbers-wrapper,[class*=codeLineNumber]',
  '[class*=buttonGroup_],.expressive-code :is(.gutter,.copy),.boring,span.lang,.copybtn,.md-annotation,.md-clipboard',
].join(',');

/** Formulas, whose TeX is in the index. */
const FORMULA =
  '.katex,math,mjx-container,.MathJax,.MathJax_Preview,span.math,div.math,.arithmatex,script[type^="math/tex"]';

/**
 * Characters to drop before comparing: white space and invisible characters. Quotes and dashes are replaced by their plain form.
 * Each kept character stays one UTF-16 unit, so that `keptAt` can map offsets back.
 */
const DROPPED = '\\s\\u00ad\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff';
const DROP = new RegExp(`[${DROPPED}]+|\\udb40[\\udc00-\\udc7f]`, 'g');
const KEPT = new RegExp(`[^${DROPPED}]`);
const INVISIBLE = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g;

/** Reads all text under `root`, including closed details and tabs that are not chosen; ignores styles. */
export function readPageText(root: Element): PageText {
  const leftOut = new Set(root.querySelectorAll(LEFT_OUT));
  const formulas = new Set(root.querySelectorAll(FORMULA));
  const leaves: Leaf[] = [];
  const parts: string[] = [];
  let length = 0;
  let apart = true;

  const add = (node: Text | Element, raw: string): void => {
    const folded = foldText(raw);
    leaves.push({ node, raw, start: length, apart });
    parts.push(folded);
    length += folded.length;
    // White space between two blocks does not begin a line.
    apart &&= folded === '';
  };

  /** Adds `node` to the leaves. Returns true if its children should be read too. */
  const enter = (node: Node): boolean => {
    if (node.nodeType === Node.TEXT_NODE) add(node as Text, (node as Text).data);
    if (node.nodeType !== Node.ELEMENT_NODE) return false;
    const element = node as Element;
    if (formulas.has(element)) {
      const tex = formulaText(element);
      if (tex !== undefined) {
        add(element, tex);
        return false;
      }
    }
    if (leftOut.has(element)) return false;
    if (element instanceof HTMLImageElement && isRead(element)) add(element, element.alt);
    if (BLOCKS.has(element.localName)) apart = true;
    return true;
  };

  let node: Node = root;
  for (;;) {
    const below = node === root || enter(node) ? node.firstChild : null;
    if (below !== null) {
      node = below;
      continue;
    }
    while (node !== root && node.nextSibling === null) {
      node = node.parentNode!;
      if (BLOCKS.has((node as Element).localName)) apart = true;
    }
    if (node === root) return { folded: parts.join(''), leaves };
    if (BLOCKS.has((node as Element).localName)) apart = true;
    node = node.nextSibling!;
  }
}

/** True if the index has the image's description as text: for emoji, and for an image that is the only content of a cell. */
function isRead(image: HTMLImageElement): boolean {
  return /emoji/i.test(image.className) || image.closest('td,th')?.textContent.trim() === '';
}

/** TeX of an element made, or to be made, by KaTeX, MathJax or MathML; `undefined` if the element is something else, `''` if the source is lost. */
function formulaText(element: Element): string | undefined {
  if (element.localName === 'script') return element.textContent.trim();
  const source = element.querySelector('annotation[encoding="application/x-tex"]');
  if (source !== null) return source.textContent.trim();
  const described = element.getAttribute('alttext') ?? element.querySelector('math[alttext]')?.getAttribute('alttext');
  if (described !== null && described !== undefined) return described.trim();
  if (!element.matches('span.math,div.math,.arithmatex')) return '';
  if (element.querySelector('mjx-container,.MathJax') !== null) return '';
  const delimited = /^\s*\\(?:\(([\s\S]*)\\\)|\[([\s\S]*)\\\])\s*$/.exec(element.textContent);
  return (delimited?.[1] ?? delimited?.[2])?.trim();
}

export function foldText(text: string): string {
  return plain(text.replace(DROP, ''));
}

/** The same characters, with each run of white space as one space. */
export function foldSpaced(text: string): string {
  return plain(text.replace(INVISIBLE, '').replace(/\s+/g, ' '));
}

/** Offset in `text` of the character at `index` of `foldText(text)`; the length of `text` if there is none. */
export function keptAt(text: string, index: number): number {
  let left = index;
  for (let at = 0; at < text.length; at += 1) {
    if (!KEPT.test(text[at]!)) continue;
    if (text[at] === '\udb40' && /[\udc00-\udc7f]/.test(text[at + 1] ?? '')) {
      at += 1;
      continue;
    }
    if (left === 0) return at;
    left -= 1;
  }
  return text.length;
}

function plain(text: string): string {
  if (!/[\u2010-\u2015\u2018-\u201f\u2032\u2033\u2212]/.test(text)) return text;
  return text
    .replace(/[\u2018-\u201b\u2032]/g, "'")
    .replace(/[\u201c-\u201f\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-');
}

/** A part of `PageText.folded`; `end` exclusive. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** One range for each text node or formula in the stretch, in reading order. Elements left out of the text are not highlighted. */
export function toRanges(page: PageText, { start, end }: Stretch): Range[] {
  if (end <= start) return [];
  const first = placeAt(page, start);
  const last = placeAt(page, end - 1);
  return page.leaves.slice(first.index, last.index + 1).flatMap(({ node, raw }, index) => {
    const range = node.ownerDocument.createRange();
    if (node.nodeType !== Node.TEXT_NODE) {
      if (node instanceof HTMLImageElement) range.selectNode(node);
      else range.selectNodeContents(node);
      return [range];
    }
    const from = index === 0 ? first.at : 0;
    const to = index === last.index - first.index ? last.at + 1 : raw.length;
    if (to <= from) return [];
    range.setStart(node, from);
    range.setEnd(node, to);
    return [range];
  });
}

/** Index in `leaves` of the leaf with the folded character at `offset`. */
function leafAt({ leaves }: PageText, offset: number): number {
  let low = 0;
  let high = leaves.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (leaves[middle]!.start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Finds the leaf of the folded character at `offset`, and its offset in the leaf's raw text. */
export function placeAt(
  page: PageText,
  offset: number,
): { readonly index: number; readonly leaf: Leaf; readonly at: number } {
  const index = leafAt(page, offset);
  const leaf = page.leaves[index]!;
  return { index, leaf, at: keptAt(leaf.raw, offset - leaf.start) };
}
