import { IbidError } from '../types/ibid-error.ts';

const UNRESERVED = /^[A-Za-z0-9\-._~]$/;

/**
 * Returns the one spelling of a page's address: absolute `http` or `https`, host in lower case, no default port, user, hash or query,
 * percent-encoding normalised, `/index.html` dropped, no trailing slash except for the root. Other `.html` endings stay, because the page
 * is served under them. Idempotent. Throws `INVALID_REQUEST` for anything else.
 */
export function canonicalUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) {
    throw new IbidError(
      'INVALID_REQUEST',
      `\`${url}\` is not an absolute web address; give one that starts with \`http://\` or \`https://\`.`,
    );
  }
  const path = normalizePercent(parsed.pathname, (character) =>
    UNRESERVED.test(character) ? character : escapeCharacter(character),
  );
  return `${parsed.protocol}//${parsed.host}${directoryPath(path)}`;
}

/** Removes every `/index.html` and slash from the end; the root stays `/`. */
function directoryPath(path: string): string {
  let end = path.length;
  for (;;) {
    if (path.charCodeAt(end - 1) === 0x2f) end -= 1;
    else if (path.endsWith('/index.html', end)) end -= '/index.html'.length;
    else return end <= 0 ? '/' : path.slice(0, end);
  }
}

function escapeCharacter(character: string): string {
  return /^[!'()*]$/.test(character)
    ? `%${character.charCodeAt(0).toString(16).toUpperCase()}`
    : encodeURIComponent(character);
}

const HEX_PAIR = /^[0-9a-f]{2}$/i;

/**
 * Rewrites the percent-encoding of a path or path segment. Every escaped character is decoded from its UTF-8 bytes and replaced with the
 * result of `write`. Bytes that are not UTF-8 keep their escape in upper case; a `%` that starts no escape becomes `%25`. Characters
 * without an escape stay as they are.
 */
export function normalizePercent(path: string, write: (character: string) => string): string {
  let result = '';
  let from = 0;
  for (let at = path.indexOf('%'); at !== -1; at = path.indexOf('%', from)) {
    result += path.slice(from, at);
    const first = byteAt(path, at);
    if (first === undefined) {
      result += '%25';
      from = at + 1;
      continue;
    }
    const escape = path.slice(at, at + 3 * sequenceLength(first));
    const character = decode(escape);
    result += character === undefined ? path.slice(at, at + 3).toUpperCase() : write(character);
    from = at + (character === undefined ? 3 : escape.length);
  }
  return result + path.slice(from);
}

function byteAt(path: string, at: number): number | undefined {
  const digits = path.slice(at + 1, at + 3);
  return HEX_PAIR.test(digits) ? Number.parseInt(digits, 16) : undefined;
}

function sequenceLength(first: number): number {
  if (first < 0xc0) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

function decode(escape: string): string | undefined {
  try {
    const text = decodeURIComponent(escape);
    return [...text].length === 1 ? text : undefined;
  } catch {
    return undefined;
  }
}
