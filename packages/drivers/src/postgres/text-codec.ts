/**
 * Any JavaScript string as a text that PostgreSQL can hold, which knows neither NUL nor half a surrogate pair. A text that it can
 * hold is kept as it is; any other becomes U+0001 and its JSON in escapes, and so does one that begins with U+0001 itself. Equal
 * strings have equal texts and different ones different texts, so that a text can be a key; the order of odd ones is not kept.
 * What is JSON already needs none of this: `JSON.stringify` escapes both. Columns of JSON are `text`, as `jsonb` refuses NUL even
 * in escapes.
 */
const ESCAPED = '\u0001';

export function encodeText(text: string): string {
  const fits = text.isWellFormed() && !text.includes('\0') && !text.startsWith(ESCAPED);
  return fits ? text : ESCAPED + JSON.stringify(text);
}

export function decodeText(kept: string): string {
  return kept.startsWith(ESCAPED) ? String(JSON.parse(kept.slice(ESCAPED.length))) : kept;
}
