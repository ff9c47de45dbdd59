const NAME = 'ibid-cite';

/** For browsers without the Custom Highlight API: boxes over the words, in an element of our own at the end of the page. */
let remove: (() => void) | undefined;

/** The words of a citation in the page itself: dark text on the yellow of a marker is legible on light and on dark pages. */
const HIGHLIGHT_STYLE = `@media screen {
  ::highlight(ibid-cite) {
    background-color: #ffdf6b;
    color: #1b1b1f;
  }
  :is([data-theme='dark'], .dark, [data-md-color-scheme='slate']) ::highlight(ibid-cite) {
    background-color: #e2b93b;
  }
  .ibid-highlight {
    position: absolute;
    z-index: 1;
    border-radius: 2px;
    background-color: #ffdf6b;
    mix-blend-mode: multiply;
    pointer-events: none;
  }
  :is([data-theme='dark'], .dark, [data-md-color-scheme='slate']) .ibid-highlight {
    background-color: #e2b93b80;
    mix-blend-mode: normal;
  }
}
@media (forced-colors: active) {
  ::highlight(ibid-cite) {
    background-color: Mark;
    color: MarkText;
  }
  .ibid-highlight {
    forced-color-adjust: none;
    border: 2px solid Highlight;
    background-color: transparent;
  }
}
@media print {
  .ibid-highlight {
    display: none;
  }
}
`;

/** Lights up the ranges, and nothing else. The page's own elements stay as they are, so that a framework that made them can go on with them. */
export function highlight(ranges: readonly Range[]): void {
  clearHighlight();
  adoptHighlightStyle();
  if (hasHighlights()) CSS.highlights.set(NAME, new Highlight(...ranges));
  else layOver(ranges);
}

export function clearHighlight(): void {
  if (hasHighlights()) CSS.highlights.delete(NAME);
  removeOverlay();
}

function hasHighlights(): boolean {
  return typeof Highlight === 'function' && typeof CSS === 'object' && 'highlights' in CSS;
}

function layOver(ranges: readonly Range[]): void {
  removeOverlay();
  const layer = document.createElement('div');
  layer.setAttribute('aria-hidden', 'true');
  const place = (): void => {
    const boxes = ranges
      .flatMap((range) => [...range.getClientRects()])
      .filter(({ width, height }) => width * height > 0);
    layer.replaceChildren(...boxes.map(boxOver));
  };
  const observer = new ResizeObserver(place);
  document.body.append(layer);
  observer.observe(document.body);
  addEventListener('resize', place);
  place();
  remove = () => {
    observer.disconnect();
    removeEventListener('resize', place);
    layer.remove();
  };
}

function removeOverlay(): void {
  remove?.();
  remove = undefined;
}

function boxOver({ left, top, width, height }: DOMRect): Element {
  const box = document.createElement('div');
  box.className = 'ibid-highlight';
  Object.assign(box.style, {
    left: `${left + scrollX}px`,
    top: `${top + scrollY}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  return box;
}

type StyledDocument = Document & { ibidHighlightStyle?: CSSStyleSheet };

/** Gives the page the look of `ibid-cite`, once. By CSSOM, which no policy for styles forbids; it belongs to the document, since no shadow root styles the page's own words. */
export function adoptHighlightStyle(page: Document = document): void {
  const styled: StyledDocument = page;
  if (styled.ibidHighlightStyle !== undefined && page.adoptedStyleSheets.includes(styled.ibidHighlightStyle)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(HIGHLIGHT_STYLE);
  styled.ibidHighlightStyle = sheet;
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
}
