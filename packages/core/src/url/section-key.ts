/**
 * The key at which a heading's text, its anchor and a reader's spelling meet (R4): letters and digits in lower case, without
 * accents, spaces and punctuation, so that `Getting Started!`, `getting-started` and `#Getting_Started` are equal. Numbers stay
 * apart (`1.1.0` is not `11.0`), and `C++`, `C#` and `C` differ. Text without letters and digits is its own key, trimmed and in
 * lower case; `''` only for blank text. Anchors that sites invent freely meet their heading only through the anchor itself.
 */
export function sectionKey(headingOrAnchor: string): string {
  const folded = headingOrAnchor.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
  const key = folded.replace(NUMBER_BORDER, '-').replace(IGNORED, '');
  return /[\p{L}\p{N}]/u.test(key) ? key : folded.trim().replace(/^#(?=.)/, '');
}

const ACCENTS = /[\u0300-\u036f]/g;
/** White space and punctuation between two digits. */
const NUMBER_BORDER = /(?<=\p{N})[^\p{L}\p{N}\p{M}]+(?=\p{N})/gu;
/** All but letters, digits, marks, the hyphen between numbers, and `+` or `#` at the end of a word. */
const IGNORED = /(?<!\p{N})-|-(?!\p{N})|(?<![+#])[+#]+(?=[\p{L}\p{N}])|(?<![\p{L}+#])[+#]|[^\p{L}\p{N}\p{M}+#-]/gu;
