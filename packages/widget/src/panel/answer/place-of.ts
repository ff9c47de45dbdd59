import type { SectionLink } from '../../client/wire.ts';

/** `Title › Section`, for people. */
export function placeOf({ title, section }: Pick<SectionLink, 'title' | 'section'>): string {
  return section === '' || section === title ? title : `${title} › ${section}`;
}
