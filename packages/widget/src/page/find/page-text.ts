import { foldText } from './fold-text.ts';
import { formulaText } from './formula-text.ts';
import { FORMULA, LEFT_OUT } from './left-out.ts';

/** One text node, formula or described image of the page. */
export interface Leaf {
  readonly node: Text | Element;
  /** Text as it stands in the page; of a formula its TeX, of an image its description. */
  readonly raw: string;
  /** Offset in `PageText.folded` where it begins. */
  readonly start: number;
  /** Whether a line of its own begins here: a block, a cell or a line break stands between it and the leaf before. */
  readonly apart: boolean;
}

/** The text that a page shows or can show, in reading order, folded as `foldText` does. */
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

/** Reads everything under `root`, closed details and tabs that are not chosen included; never looks at styles. */
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
    // White space between two blocks begins no line.
    apart &&= folded === '';
  };

  /** Whether to go below `node`. */
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

/** Whether the index has an image's description among the words: that of a drawn sign, or of all that a cell holds. */
function isRead(image: HTMLImageElement): boolean {
  return /emoji/i.test(image.className) || image.closest('td,th')?.textContent.trim() === '';
}
