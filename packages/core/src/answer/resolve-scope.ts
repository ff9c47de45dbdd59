import type { CallOptions } from '../spec/call-options.ts';
import type { StoreDriver, Where } from '../spec/store.ts';
import { sectionKey } from '../url/section-key.ts';

/**
 * Section names as readers type them become those that the pages have (R4): an equal heading or anchor, else the only heading on
 * the page that begins with it. A name that means several headings or none stays as it is and matches nothing, so that a scope
 * is never widened. Without a page there is no list of headings to choose from, and only equal names count.
 */
export async function resolveScope(
  store: Pick<StoreDriver, 'getPage'>,
  where: Where,
  options: CallOptions = {},
): Promise<Where> {
  const { sections, paths } = where;
  if (sections === undefined || paths === undefined) return where;
  const keys = new Set<string>();
  const anchors = new Set<string>();
  for (const path of paths) {
    const page = await store.getPage(path, options);
    for (const chunk of page?.content ?? []) {
      keys.add(sectionKey(chunk.heading));
      anchors.add(sectionKey(chunk.anchor));
    }
  }
  const resolved = sections.map((wanted) => {
    if (keys.has(wanted) || anchors.has(wanted)) return wanted;
    const beginning = [...keys].filter((key) => wanted !== '' && key.startsWith(wanted));
    return beginning.length === 1 ? beginning[0]! : wanted;
  });
  return { ...where, sections: resolved };
}
