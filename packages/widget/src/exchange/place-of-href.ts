import type { Destination } from '../config/host-page.ts';

/** The place that a link in a page leads to; `undefined` for anything but a page of the web. */
export function placeOfHref(href: string): Destination | undefined {
  if (!/^https?:\/\//iu.test(href) || !URL.canParse(href)) return undefined;
  const { origin, pathname, search, hash } = new URL(href);
  return { url: origin + pathname + search, anchor: decoded(hash.slice(1)), quote: '' };
}

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}
