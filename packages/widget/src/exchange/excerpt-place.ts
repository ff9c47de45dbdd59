import type { Excerpt } from '../client/wire.ts';

/** Headings that are named; those between them and the title are not. */
const NAMED = 2;

/** `Title › Heading › Section`, for people; the headings between the page's title and the last ones are left out. */
export function excerptPlace({ title, section, headings }: Pick<Excerpt, 'title' | 'section' | 'headings'>): string {
  const path = headings.length > 0 ? headings : [section];
  const parts = [title, ...(path.length > NAMED ? ['…'] : []), ...path.slice(-NAMED)];
  return parts.filter((part, at) => part !== '' && part !== parts[at - 1]).join(' › ');
}
