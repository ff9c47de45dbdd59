import { IbidError } from '../types/ibid-error.ts';
import { normalizePercent } from './normalize-percent.ts';

const UNRESERVED = /^[A-Za-z0-9\-._~]$/;

/**
 * The one spelling under which a page is known: absolute `http` or `https`, host in lower case, no default port, no user, no
 * hash, no query, percent-encoding normalised, `/index.html` dropped, no trailing slash except for the root. Other `.html`
 * endings stay, because the page is served under them. Idempotent. Throws `INVALID_REQUEST` for anything else.
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

/** Drops `/index.html` and slashes from the end until none is left; the root stays `/`. */
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
