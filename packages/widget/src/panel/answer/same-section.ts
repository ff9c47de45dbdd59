import type { SectionLink } from '../../client/wire.ts';

export function sameSection(one: SectionLink, other: SectionLink): boolean {
  return one.url === other.url && one.anchor === other.anchor;
}
