const NAME = 'ibid-cite';

/** The words of a citation in the page itself: dark text on the yellow of a marker is legible on light and on dark pages. */
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
 * Lights up the ranges, and nothing else. The page's own elements stay as they are, so that a framework that made them can go on with
 * them. A browser without the Custom Highlight API lights up nothing.
 */
export function highlight(ranges: readonly Range[]): void {
  adoptHighlightStyle();
  if (hasHighlights()) CSS.highlights.set(NAME, new Highlight(...ranges));
}

export function clearHighlight(): void {
  if (hasHighlights()) CSS.highlights.delete(NAME);
}

function hasHighlights(): boolean {
  return typeof Highlight === 'function' && 'highlights' in CSS;
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
