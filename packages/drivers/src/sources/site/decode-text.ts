/**
 * Turns the bytes of a page into text the way browsers choose the encoding (byte order mark, then the header, then the page's
 * own declaration, then UTF-8), with two differences, because text that is read wrongly would be indexed and cited wrongly:
 * a page that is UTF-8 but declares a one-byte encoding is read as UTF-8, and a page that does not fit its encoding is
 * rejected instead of being filled with replacement characters.
 */

const PRESCAN_BYTES = 1_024;
const ONE_BYTE = /^(?:windows-125|windows-874|iso-8859-|koi8-|macintosh|x-mac-|ibm866)/;
/** A stray byte in a long page is an accident; more of them mean the wrong encoding. */
const REPLACED_SHARE = 0.001;

/** `text` of the page, or the `reason` why it cannot be read. `charset` is the one of the header, `''` when it has none. */
export function decodeText(
  bytes: Uint8Array,
  charset: string,
): { readonly text: string; readonly reason?: undefined } | { readonly text?: undefined; readonly reason: string } {
  const marked = byteOrderMark(bytes);
  const declared = marked || encodingOf(charset) || encodingOf(declaredInPage(bytes));
  const encoding = declared || 'utf-8';
  if (marked === '' && (encoding === 'utf-8' || ONE_BYTE.test(encoding))) {
    const text = decode(bytes, 'utf-8');
    if (text !== undefined && !text.includes('\u0000')) return { text };
    if (declared === '') return { reason: 'it names no encoding and is not UTF-8' };
  }
  const exact = decode(bytes, encoding);
  if (exact !== undefined) return { text: exact };
  const text = new TextDecoder(encoding).decode(bytes);
  const replaced = text.split('\uFFFD').length - 1;
  return replaced <= text.length * REPLACED_SHARE ? { text } : { reason: `it is not ${encoding} as it says` };
}

function byteOrderMark(bytes: Uint8Array): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return '';
}

function declaredInPage(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCAN_BYTES)).replace(/<!--.*?(?:-->|$)/gs, '');
  const label =
    /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(start)?.[1] ??
    /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"']+)/i.exec(start)?.[1] ??
    '';
  // A page whose declaration could be read byte by byte is not UTF-16, whatever it says.
  return encodingOf(label).startsWith('utf-16') ? 'utf-8' : label;
}

/** The standard's name of an encoding; `''` when the label is unknown. */
function encodingOf(label: string): string {
  try {
    return label === '' ? '' : new TextDecoder(label).encoding;
  } catch {
    return '';
  }
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
