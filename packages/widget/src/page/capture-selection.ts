import type { PageContext } from '../config/host-page.ts';
import type { CapturedSelection } from '../exchange/exchange.ts';
import { nearestHeading } from './nearest-heading.ts';

export interface CaptureOptions {
  /** CSS selector of what counts as the text of a page. */
  readonly content: string;
  readonly page: Pick<PageContext, 'url' | 'title'>;
}

const LONGEST = 5000;
/** Parts of a page's text that are no text of the page. */
const CONTROLS = 'nav,button,input,textarea,select,[contenteditable]:not([contenteditable=false])';

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
  let shown = selection.toString();
  for (const formula of start.querySelectorAll<HTMLElement>('.katex')) {
    const source = formula.querySelector('annotation')?.textContent;
    if (source && range.intersectsNode(formula))
      shown = shown.replace(loosely(formula.innerText), (_, gap: string) => (gap && ' ') + source);
  }
  const text = shown
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, LONGEST)
    .replace(/[\ud800-\udbff]$/, '');
  if (text === '') return undefined;
  const heading = nearestHeading(start, range.startContainer);
  return { text, url: page.url, section: heading?.id ?? '', place: heading?.title || page.title };
}

function textAround(node: Node, content: string): Element | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest(CONTROLS) ? undefined : (element?.closest(content) ?? undefined);
}

/** A formula is drawn twice, for eyes and for screen readers, and browsers set white space into it as they like; its source is what the index knows. */
function loosely(text: string): RegExp {
  const signs = [...text.replace(/\s/g, '')].map((sign) => sign.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'));
  return new RegExp(`(\\s*)${signs.join('\\s*')}`, 'u');
}
