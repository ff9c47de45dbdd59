const NAME = 'ibid-cite';

/** Style of highlighted words in the page: dark text on marker yellow is legible on light and dark pages. */
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
 * Highlights exactly these ranges. The page's elements stay unchanged, so that its framework can continue to use them. Does
 * nothing in a browser without the Custom Highlight API.
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

/**
 * Adds the style of `ibid-cite` to the page, once. Uses CSSOM, which no style policy forbids. It belongs to the document, because
 * styles of a shadow root do not apply to the page's own text.
 */
export function adoptHighlightStyle(page: Document = document): void {
  const styled: StyledDocument = page;
  if (styled.ibidHighlightStyle !== undefined && page.adoptedStyleSheets.includes(styled.ibidHighlightStyle)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(HIGHLIGHT_STYLE);
  styled.ibidHighlightStyle = sheet;
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
}
