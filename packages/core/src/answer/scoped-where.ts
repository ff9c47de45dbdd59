import type { DraftReason, Scope } from '../types/answer.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Chunk } from '../types/chunk.ts';
import type { StoreDriver, Where } from '../types/store.ts';
import { sectionKey } from '../url/path-key.ts';
import { isSameSite } from './is-same-site.ts';
import { resolveSections } from './resolve-sections.ts';

/** A scope as the store takes it, and why it holds nothing where that is known before any search (R4). */
export interface ScopedWhere {
  readonly where: Where;
  readonly reason: Extract<DraftReason, 'page-missing' | 'section-missing'> | undefined;
  /** Passages of the page whose section is missing: the sections that it has instead. */
  readonly instead: readonly Chunk[];
}

/** A page under a foreign host is another page, whatever its path; a section is never silently widened to its page. */
export async function scopedWhere(
  store: Pick<StoreDriver, 'getPage'>,
  { hosts, ...given }: Scope,
  options: CallOptions = {},
): Promise<ScopedWhere> {
  if (given.paths === undefined) return { where: given, reason: undefined, instead: [] };
  const pages = await Promise.all(given.paths.map((path) => store.getPage(path, options)));
  const own = pages.flatMap((page) => {
    const meant = page !== undefined && (hosts ?? []).every((host) => isSameSite(host, page.url));
    return meant ? [page] : [];
  });
  if (own.length === 0) return { where: { ...given, paths: [] }, reason: 'page-missing', instead: [] };
  const content = own.flatMap((page) => page.content);
  const where = resolveSections(given, content);
  const { sections } = where;
  const isThere = (chunk: Chunk): boolean =>
    sections === undefined ||
    sections.includes(sectionKey(chunk.heading)) ||
    sections.includes(sectionKey(chunk.anchor));
  return content.some(isThere)
    ? { where, reason: undefined, instead: [] }
    : { where, reason: 'section-missing', instead: content };
}
