import { adoptStyle } from '../adopt-style.ts';

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
  // On the document, because styles of a shadow root do not apply to the page's own text.
  adoptStyle(HIGHLIGHT_STYLE);
  if (hasHighlights()) CSS.highlights.set(NAME, new Highlight(...ranges));
}

export function clearHighlight(): void {
  if (hasHighlights()) CSS.highlights.delete(NAME);
}

function hasHighlights(): boolean {
  return typeof Highlight === 'function' && 'highlights' in CSS;
}
