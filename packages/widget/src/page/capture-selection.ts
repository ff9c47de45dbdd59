import type { PageContext } from '../config/host-page.ts';
import type { CapturedSelection } from '../exchange/exchange.ts';
import { nearestHeading } from './nearest-heading.ts';
import { sourcesInPlace } from './sources-in-place.ts';

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
