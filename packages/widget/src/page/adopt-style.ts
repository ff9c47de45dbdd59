/**
 * Adds a style sheet to the page, once. Uses CSSOM, which no style policy forbids. The sheets are stored on the document, because a page may have
 * loaded this module twice.
 */
export function adoptStyle(css: string): void {
  const styled = document as Document & { ibidStyles?: Map<string, CSSStyleSheet> };
  const sheets = (styled.ibidStyles ??= new Map());
  const sheet: CSSStyleSheet = sheets.get(css) ?? new CSSStyleSheet();
  if (!sheets.has(css)) sheet.replaceSync(css);
  sheets.set(css, sheet);
  if (!styled.adoptedStyleSheets.includes(sheet)) styled.adoptedStyleSheets = [...styled.adoptedStyleSheets, sheet];
}
