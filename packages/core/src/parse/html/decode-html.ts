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
  /** What was wrong with the declaration or the bytes; `''` when nothing was. */
  readonly warning: string;
}

/** `httpCharset` is the `charset` of the `Content-Type` header, `''` when it has none. */
export function decodeHtml(bytes: Uint8Array, httpCharset = ''): DecodedHtml {
  const marked = byteOrderMark(bytes);
  if (marked !== '') return { text: new TextDecoder(marked).decode(bytes), encoding: marked, warning: '' };

  const warnings: string[] = [];
  const declared = [httpCharset, metaCharset(bytes)].filter((label) => label.trim() !== '');
  let encoding = '';
  for (const label of declared) {
    encoding ||= encodingOf(label);
    if (encodingOf(label) === '') warnings.push(`the declared encoding \`${label.slice(0, 40)}\` is not known`);
  }
  const utf8 = decodeUtf8(bytes);
  if (encoding === '' || encoding === 'utf-8') {
    if (utf8.valid) return { text: utf8.text, encoding: 'utf-8', warning: warnings.join('; ') };
    if (encoding === 'utf-8') {
      warnings.push('it is declared as UTF-8 but holds bytes that are not');
      if (utf8.good > utf8.bad) return { text: utf8.text, encoding, warning: warnings.join('; ') };
    }
    const text = new TextDecoder('windows-1252').decode(bytes);
    return { text, encoding: 'windows-1252', warning: warnings.join('; ') };
  }
  if (utf8.valid && utf8.good > 0 && /^(?:windows-125\d|iso-8859-\d+|macintosh|koi8-[ru])$/.test(encoding)) {
    warnings.push(`it is declared as ${encoding} but is UTF-8`);
    return { text: utf8.text, encoding: 'utf-8', warning: warnings.join('; ') };
  }
  return { text: new TextDecoder(encoding).decode(bytes), encoding, warning: warnings.join('; ') };
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

/** `good` and `bad` count characters beyond ASCII and broken sequences. */
function decodeUtf8(bytes: Uint8Array): {
  readonly text: string;
  readonly valid: boolean;
  readonly good: number;
  readonly bad: number;
} {
  const text = new TextDecoder().decode(bytes);
  let good = 0;
  let bad = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) bad += 1;
    else if (code > 0x7f) good += 1;
  }
  if (bad === 0) return { text, valid: true, good, bad };
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, valid: true, good, bad };
  } catch {
    return { text, valid: false, good, bad };
  }
}

const PRESCAN_BYTES = 1024;
const ATTRIBUTE = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

function metaCharset(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCAN_BYTES)).replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  for (const [, attributes] of head.matchAll(/<meta([\s/][^>]*)(?:>|$)/gi)) {
    const values = new Map<string, string>();
    for (const [, name, double, single, bare] of attributes!.matchAll(ATTRIBUTE)) {
      const key = name!.toLowerCase();
      if (!values.has(key)) values.set(key, double ?? single ?? bare ?? '');
    }
    const isContentType = values.get('http-equiv')?.toLowerCase() === 'content-type';
    const inContent = isContentType
      ? /charset\s*=\s*["']?([^\s"';]+)/i.exec(values.get('content') ?? '')?.[1]
      : undefined;
    const label = values.get('charset') ?? inContent;
    if (label === undefined || label.trim() === '') continue;
    // The page could not have been read this far if it were UTF-16.
    if (encodingOf(label).startsWith('utf-16')) return 'utf-8';
    return label.trim().toLowerCase() === 'x-user-defined' ? 'windows-1252' : label;
  }
  return '';
}
