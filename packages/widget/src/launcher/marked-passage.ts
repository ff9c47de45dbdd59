import type { PageContext } from '../config/host-page.ts';
import type { CapturedSelection } from '../exchange/exchange.ts';

/** What was marked when it was looked at; `read` makes of it what is asked about, whatever is marked by then. */
export interface MarkedPassage {
  /** Its code is loaded by the first call; without it the passage is taken as it is. `undefined` when there is nothing to ask about after all. */
  read(): Promise<CapturedSelection | undefined>;
}

const LONGEST = 5000;

/** What is marked now; `undefined` when that is nothing, or begins or ends outside of the text of the page. Cheap. */
export function markedPassage(content: string, page: () => PageContext): MarkedPassage | undefined {
  const selection = getSelection();
  const text = selection?.toString() ?? '';
  if (selection === null || selection.rangeCount === 0 || text.trim() === '') return undefined;
  const range = selection.getRangeAt(0).cloneRange();
  const start = around(range.startContainer, content);
  if (start === undefined) return undefined;
  if (around(range.endContainer, content) === undefined) {
    // Three clicks on the last paragraph end behind the text.
    const beyond = range.cloneRange();
    beyond.setStart(start, start.childNodes.length);
    if (beyond.toString().trim() !== '') return undefined;
  }
  const was = { isCollapsed: false, rangeCount: 1, getRangeAt: () => range, toString: () => text };
  const where = page();
  return {
    read: () =>
      import('../page/capture-selection.ts').then(
        ({ captureSelection }) => captureSelection(was as unknown as Selection, { content, page: where }),
        () => ({ text: text.trim().slice(0, LONGEST), url: where.url, section: '', place: where.title }),
      ),
  };
}

function around(node: Node, content: string): Element | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest('nav, button') ? undefined : (element?.closest(content) ?? undefined);
}
