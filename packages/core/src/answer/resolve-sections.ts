import type { Chunk } from '../types/chunk.ts';
import type { Where } from '../types/store.ts';
import { sectionKey } from '../url/path-key.ts';

/**
 * Section names as readers type them become those that the passages have (R4): an equal heading or anchor, else the only heading
 * that begins with it. A name that means several headings or none stays as it is and matches nothing, so that a scope is never
 * widened.
 */
export function resolveSections(where: Where, content: readonly Chunk[]): Where {
  const { sections } = where;
  if (sections === undefined) return where;
  const keys = new Set(content.map(({ heading }) => sectionKey(heading)));
  const anchors = new Set(content.map(({ anchor }) => sectionKey(anchor)));
  const resolved = sections.map((wanted) => {
    if (keys.has(wanted) || anchors.has(wanted)) return wanted;
    const beginning = [...keys].filter((key) => wanted !== '' && key.startsWith(wanted));
    return beginning.length === 1 ? beginning[0]! : wanted;
  });
  return { ...where, sections: resolved };
}
