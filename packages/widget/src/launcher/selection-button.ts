import type { PageContext } from '../config/index.ts';
import type { CapturedSelection } from '../exchange/exchange.ts';

export interface SelectionButtonOptions {
  readonly button: HTMLElement;
  /** Returns the current selection, if it can be asked about. */
  readonly marked: () => MarkedPassage | undefined;
  readonly press: (passage: MarkedPassage) => void;
  /** Removes all listeners. */
  readonly signal: AbortSignal;
}

/** Delay before the button appears, because a selection changes many times while it is made. */
const SETTLED_MILLISECONDS = 250;
const RELEASED_MILLISECONDS = 100;
/** Pixels between the button, the selected words and the edges of the window. */
const GAP = 8;

/** Shows `button` next to the end of the selection or, after a selection by touch, as a bar at the bottom, away from the system's own menu. */
export function selectionButton({ button, marked, press, signal }: SelectionButtonOptions): { hide(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHeld = false;
  let isTouch = false;
  let taken: MarkedPassage | undefined;

  function hide(): void {
    clearTimeout(timer);
    button.hidden = true;
  }

  function showAfter(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // With a mouse, the button appears when the drag ends. Touch handles send no events to the page.
      if (signal.aborted || (isHeld && !isTouch)) return;
      button.hidden = marked() === undefined;
      button.toggleAttribute('data-touch', isTouch);
      if (!button.hidden) place(button, isTouch);
    }, milliseconds);
  }

  const on = <K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void): void =>
    document.addEventListener(type, listener, { signal, capture: true, passive: true });

  on('selectionchange', () => showAfter(SETTLED_MILLISECONDS));
  on('pointerdown', (event) => {
    isHeld = true;
    isTouch = event.pointerType === 'touch';
    if (!event.composedPath().includes(button)) hide();
  });
  const release = (): void => {
    isHeld = false;
    showAfter(RELEASED_MILLISECONDS);
  };
  on('pointerup', release);
  on('pointercancel', release);
  on('keydown', ({ key }) => {
    if (key === 'Escape') hide();
    isTouch = false;
  });
  // The bar at the bottom stays in place when the page moves.
  const moved = (): void => {
    if (!isTouch) hide();
  };
  on('scroll', ({ target }) => {
    if ((target as Node).contains(getSelection()!.anchorNode)) moved();
  });
  addEventListener('resize', moved, { signal });

  // Pressing the button must keep the selection, which is the subject of the question.
  const keepSelection = (event: Event): void => {
    taken = marked() ?? taken;
    event.preventDefault();
  };
  button.addEventListener('pointerdown', keepSelection);
  button.addEventListener('mousedown', keepSelection);
  button.addEventListener('click', () => {
    const passage = marked() ?? taken;
    taken = undefined;
    hide();
    if (passage !== undefined) press(passage);
  });
  return { hide };
}

function place({ style, offsetWidth, offsetHeight }: HTMLElement, isBar: boolean): void {
  const end = [...getSelection()!.getRangeAt(0).getClientRects()].findLast(({ width }) => width > 0);
  if (isBar || end === undefined) {
    style.left = style.top = '';
    return;
  }
  const { clientWidth, clientHeight } = document.documentElement;
  const within = (value: number, most: number): string => `${Math.max(GAP, Math.min(value, most - GAP))}px`;
  const below = end.bottom + GAP;
  const top = below + offsetHeight + GAP > clientHeight ? end.top - offsetHeight - GAP : below;
  style.top = within(top, clientHeight - offsetHeight);
  style.left = within(end.right - offsetWidth / 2, clientWidth - offsetWidth);
}

/** The selection at a certain time; `read` captures that selection, even if it has changed since. */
export interface MarkedPassage {
  /** Captures the passage. The first call loads the code; if that fails, the plain text is used. `undefined` if there is nothing to ask about. */
  read(): Promise<CapturedSelection | undefined>;
}

const LONGEST = 5000;
/** Elements inside the text that are not part of it. */
const CONTROLS = 'nav, button, input, textarea, select, [contenteditable]:not([contenteditable=false])';

/** The current selection; `undefined` if it is empty, or begins or ends outside the page's text. Cheap to call. */
export function markedPassage(content: string, page: () => PageContext): MarkedPassage | undefined {
  const selection = getSelection();
  const text = selection?.toString() ?? '';
  if (selection === null || text.trim() === '') return undefined;
  const range = selection.getRangeAt(0).cloneRange();
  const start = around(range.startContainer, content);
  if (start === undefined) return undefined;
  if (around(range.endContainer, content) === undefined) {
    // A triple click on the last paragraph ends after the text.
    const beyond = range.cloneRange();
    beyond.setStart(start, start.childNodes.length);
    if (beyond.toString().trim() !== '') return undefined;
  }
  const where = page();
  return {
    read: () =>
      import('../page/capture-selection.ts').then(
        ({ captureSelection }) => captureSelection(range, { shown: text, root: start, page: where }),
        () => ({ text: text.trim().slice(0, LONGEST), url: where.url, section: '', place: where.title }),
      ),
  };
}

function around(node: Node, content: string): Element | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest(CONTROLS) ? undefined : (element?.closest(content) ?? undefined);
}
