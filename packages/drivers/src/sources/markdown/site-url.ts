import { canonicalUrl, IbidError } from '@ibid/core';

/** Where pages of a site without a known address stand. */
export const UNKNOWN_ORIGIN = 'http://localhost:3000';

/** Address of the site's root with a slash at its end. */
export function siteRoot(address: string): string {
  try {
    const url = canonicalUrl(address);
    return url.endsWith('/') ? url : `${url}/`;
  } catch (cause) {
    throw new IbidError(
      'INVALID_CONFIG',
      `\`siteUrl\` is \`${address}\`; give an address such as \`https://example.org/\`.`,
      {
        cause,
      },
    );
  }
}

/** The canonical URL of a page from its site's root and the parts of its route. */
export function pageUrl(root: string, ...parts: readonly string[]): string {
  const path = parts
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '')
    .map(encodeURIComponent)
    .join('/');
  return canonicalUrl(root + path);
}
