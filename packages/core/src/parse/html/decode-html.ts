/**
 * Bytes of an HTML page to text.
 *
 * The order of authority is that of the HTML standard: byte order mark, the charset of the HTTP header, a `meta` in the first 1,024
 * bytes, then UTF-8. Two findings overrule a declaration, because they can hardly be chance: bytes declared as a one-byte
 * encoding that are valid UTF-8 with multi-byte sequences are UTF-8, and bytes called UTF-8 that mostly are not are windows-1252.
 */
export interface DecodedHtml {
  readonly text: string;
  /** Name of the encoding used, as `TextDecoder` gives it. */
  readonly encoding: string;
  /** Error in the declaration or the bytes; `''` if there is none. */
  readonly warning: string;
}

/** `httpCharset` is the `charset` of the `Content-Type` header, `''` when it has none. */
export function decodeHtml(bytes: Uint8Array, httpCharset = ''): DecodedHtml {
  const problems: string[] = [];
  const decoded = (encoding: string): DecodedHtml => ({
    text: new TextDecoder(encoding).decode(bytes),
    encoding,
    warning: problems.join('; '),
  });
  const marked = byteOrderMark(bytes);
  if (marked !== '') return decoded(marked);

  let encoding = '';
  for (const label of [httpCharset, metaCharset(bytes)]) {
    if (label.trim() === '') continue;
    encoding ||= encodingOf(label);
    if (encodingOf(label) === '') problems.push(`the declared encoding \`${label.slice(0, 40)}\` is not known`);
  }
  const valid = isUtf8(bytes);
  if (encoding === '') return decoded(valid ? 'utf-8' : 'windows-1252');
  const count = (characters: RegExp): number => new TextDecoder().decode(bytes).match(characters)?.length ?? 0;
  if (encoding === 'utf-8' && !valid) {
    problems.push('it is declared as UTF-8 but holds bytes that are not');
    return decoded(count(BEYOND_ASCII) > count(/\ufffd/g) ? encoding : 'windows-1252');
  }
  if (/^(?:windows-125\d|iso-8859-\d+|macintosh|koi8-[ru])$/.test(encoding) && valid && count(BEYOND_ASCII) > 0) {
    problems.push(`it is declared as ${encoding} but is UTF-8`);
    return decoded('utf-8');
  }
  return decoded(encoding);
}

const BEYOND_ASCII = /[^\0-\x7f\ufffd]/g;

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function byteOrderMark(bytes: Uint8Array): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : '';
}

function encodingOf(label: string): string {
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    return '';
  }
}

const PRESCAN_BYTES = 1024;
const CONTENT = /\bcontent\s*=\s*(?:"[^"]*"|'[^']*')/gi;
const CHARSET = /(?:^|[\s"'/;])charset\s*=\s*["']?\s*([^\s"';>]+)/i;

function metaCharset(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCAN_BYTES)).replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  for (const [, attributes] of head.matchAll(/<meta([\s/][^>]*)(?:>|$)/gi)) {
    const isContentType = /http-equiv\s*=\s*["']?content-type\b/i.test(attributes!);
    const label = CHARSET.exec(isContentType ? attributes! : attributes!.replace(CONTENT, ''))?.[1];
    if (label === undefined) continue;
    // The page could not have been read this far if it were UTF-16.
    if (encodingOf(label).startsWith('utf-16')) return 'utf-8';
    return label.toLowerCase() === 'x-user-defined' ? 'windows-1252' : label;
  }
  return '';
}
