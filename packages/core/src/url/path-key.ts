import { normalizePercent } from './canonical-url.ts';

const HOST = /^(?:https?:)?[/\\]{2}[^/?#\\]*/i;
const HOST_WITH_PORT = /^[\w.-]+:\d+(?=[/?#]|$)/;
/** Characters that would be lost or change their meaning if the key were parsed again. */
const KEPT_ESCAPED = /[\s\u0000-\u001f%/?#\\\u007f]/u;

/**
 * Returns the key for comparing pages: the path alone, so that local, preview and public hosts are equal. Hash, query, trailing slash,
 * `index.html` and `.html` are dropped, escapes are decoded, and Unicode is composed. Starts with `/`; the root is `/`. Takes a URL or a
 * path; anything else is read as a path. Idempotent; never throws.
 */
export function pathKey(urlOrPath: string): string {
  const path = urlOrPath
    .trim()
    .replace(HOST, '')
    .replace(HOST_WITH_PORT, '')
    .replace(/^[/\\]+/, '');
  const segments = new URL(`http://host.invalid/${path}`).pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => normalizePercent(segment, readable).normalize('NFC'));
  return `/${withoutFileEnding(segments).join('/')}`;
}

function readable(character: string): string {
  return KEPT_ESCAPED.test(character) ? encodeURIComponent(character) : character;
}

function withoutFileEnding(segments: readonly string[]): readonly string[] {
  const kept = [...segments];
  for (let last = kept.pop(); last !== undefined; last = kept.pop()) {
    let end = last.length;
    while (end > 0 && last.endsWith('.html', end) && !isIndex(last, end) && !isDots(last, end - 5)) end -= 5;
    if (!isIndex(last, end)) return [...kept, last.slice(0, end)];
  }
  return kept;
}

function isIndex(name: string, end: number): boolean {
  return end === 'index.html'.length && name.startsWith('index.html');
}

/** A name of dots only refers to a parent folder, so it keeps its ending. */
function isDots(name: string, end: number): boolean {
  return name.charCodeAt(end - 1) === 0x2e ? /^\.*$/u.test(name.slice(0, end)) : end === 0;
}

/**
 * Returns the key for comparing a heading's text, its anchor and a reader's spelling: letters and digits in lower case, without accents,
 * spaces and punctuation, so that `Getting Started!`, `getting-started` and `#Getting_Started` are equal. Numbers stay apart (`1.1.0` is
 * not `11.0`), and `C++`, `C#` and `C` differ. Text without letters and digits is its own key, trimmed and in lower case; `''` only for
 * blank text. An anchor unrelated to its heading's text has a different key from the heading.
 */
export function sectionKey(headingOrAnchor: string): string {
  if (!SPECIAL.test(headingOrAnchor)) {
    const plain = headingOrAnchor.toLowerCase().replace(/[^a-z\d]+/g, '');
    if (plain !== '') return plain;
  }
  const folded = headingOrAnchor.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
  const key = folded.replace(NUMBER_BORDER, '-').replace(IGNORED, '');
  return /[\p{L}\p{N}]/u.test(key) ? key : folded.trim().replace(/^#(?=.)/, '');
}

/** Text without this takes a shorter way to the same key: a page may have thousands of headings. */
const SPECIAL = /[^\0-\x7f]|[+#]|\d\D+\d/;
const ACCENTS = /[\u0300-\u036f]/g;
/** White space and punctuation between two digits. */
const NUMBER_BORDER = /(?<=\p{N})[^\p{L}\p{N}\p{M}]+(?=\p{N})/gu;
/** Everything except letters, digits, marks, the hyphen between numbers, and `+` or `#` at the end of a word. */
const IGNORED = /(?<!\p{N})-|-(?!\p{N})|(?<![+#])[+#]+(?=[\p{L}\p{N}])|(?<![\p{L}+#])[+#]|[^\p{L}\p{N}\p{M}+#-]/gu;
