/** Adds a style sheet in a way that a content security policy allows: without an element or attribute. Adds the same CSS only once. */
export function adoptStyle(css: string): void {
  const adopted = document as Document & { ibidStyles?: Set<string> };
  const known = (adopted.ibidStyles ??= new Set());
  if (css === '' || known.has(css)) return;
  known.add(css);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
