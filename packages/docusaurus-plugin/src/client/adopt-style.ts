/** Puts style on the page that no policy objects to: neither an element nor an attribute. Once, however often it is called. */
export function adoptStyle(css: string): void {
  const adopted = document as Document & { ibidStyles?: Set<string> };
  const known = (adopted.ibidStyles ??= new Set());
  if (css === '' || known.has(css)) return;
  known.add(css);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
