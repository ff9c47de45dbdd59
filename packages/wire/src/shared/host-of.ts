const ABSOLUTE = /^(?:https?:)?\/\//iu;
const HOST_WITH_PORT = /^[\w.-]+:\d+(?=[/?#]|$)/u;

/** Host and port that stand in the address of a page, in lower case; `''` for a bare path, which says nothing of its host. */
export function hostOf(page: string): string {
  const isAbsolute = ABSOLUTE.test(page);
  if (!isAbsolute && !HOST_WITH_PORT.test(page)) return '';
  const address = isAbsolute ? page.replace(/^\/\//u, 'https://') : `https://${page}`;
  return URL.parse(address)?.host ?? '';
}
