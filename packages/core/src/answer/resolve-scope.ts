import type { CallOptions } from '../types/call-options.ts';
import type { StoreDriver, Where } from '../types/store.ts';
import { resolveSections } from './resolve-sections.ts';

/** `resolveSections` with the pages named. Without a page there is no list of headings to choose from, and only equal names count. */
export async function resolveScope(
  store: Pick<StoreDriver, 'getPage'>,
  where: Where,
  options: CallOptions = {},
): Promise<Where> {
  const { sections, paths } = where;
  if (sections === undefined || paths === undefined) return where;
  const pages = await Promise.all(paths.map((path) => store.getPage(path, options)));
  return resolveSections(
    where,
    pages.flatMap((page) => page?.content ?? []),
  );
}
