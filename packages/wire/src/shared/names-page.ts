const SCHEME = /^[a-z][a-z0-9+.-]*:/iu;
/** A host with a port looks like a scheme. */
const HOST_WITH_PORT = /^[\w.-]+:\d+(?:[/?#]|$)/u;

/** Whether a text is the address of a page, whole or from its path on. */
export function namesPage(text: string): boolean {
  if (/^https?:/iu.test(text)) return /^https?:\/\//iu.test(text) && URL.canParse(text);
  if (SCHEME.test(text) && !HOST_WITH_PORT.test(text)) return false;
  if (text.startsWith('//')) return URL.canParse(`https:${text}`);
  return text.startsWith('/') || /^[^?#\s]+(?:[?#]|$)/u.test(text);
}
