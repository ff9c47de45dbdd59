/** TeX of an element that KaTeX, MathJax or MathML made or will make; `undefined` where it shows something else, `''` where the source is lost. */
export function formulaText(element: Element): string | undefined {
  if (element.localName === 'script') return element.textContent.trim();
  const source = element.querySelector('annotation[encoding="application/x-tex"]');
  if (source !== null) return source.textContent.trim();
  const described = element.getAttribute('alttext') ?? element.querySelector('math[alttext]')?.getAttribute('alttext');
  if (described !== null && described !== undefined) return described.trim();
  if (!element.matches('span.math,div.math,.arithmatex')) return '';
  if (element.querySelector('mjx-container,.MathJax') !== null) return '';
  const delimited = /^\s*\\(?:\(([\s\S]*)\\\)|\[([\s\S]*)\\\])\s*$/.exec(element.textContent);
  return (delimited?.[1] ?? delimited?.[2])?.trim();
}
