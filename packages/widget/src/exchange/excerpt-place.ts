import type { Excerpt } from '../client/wire.ts';
import type { Destination } from '../config/host-page.ts';

/** Headings that are named; those between them and the title are not. */
const NAMED = 2;

/** `Title › Heading › Section`, for people; the headings between the page's title and the last ones are left out. */
export function excerptPlace({ title, section, headings }: Pick<Excerpt, 'title' | 'section' | 'headings'>): string {
  const path = headings.length > 0 ? headings : [section];
  const parts = [title, ...(path.length > NAMED ? ['…'] : []), ...path.slice(-NAMED)];
  return parts.filter((part, at) => part !== '' && part !== parts[at - 1]).join(' › ');
}

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
