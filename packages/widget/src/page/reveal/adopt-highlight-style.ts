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
