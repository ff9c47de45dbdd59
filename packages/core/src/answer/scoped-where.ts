import type { DraftReason, Scope } from '../types/answer.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Chunk } from '../types/chunk.ts';
import type { StoreDriver, Where } from '../types/store.ts';
import { sectionKey } from '../url/path-key.ts';

/** A scope as a store filter, with the reason if nothing can match. */
export interface ScopedWhere {
  readonly where: Where;
  readonly reason: Extract<DraftReason, 'page-missing' | 'section-missing'> | undefined;
  /** If the section is missing, all passages of the page, to offer its other sections. */
  readonly instead: readonly Chunk[];
}

/** Converts a scope to a filter. A page on another site's host never matches, whatever its path; a section is never widened to its page. */
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
  const { where, isThere } = resolveSections(given, content);
  return isThere ? { where, reason: undefined, instead: [] } : { where, reason: 'section-missing', instead: content };
}

/** Runs `resolveSections` on the pages in `where`. Without pages there are no headings to choose from, so section names must match exactly. */
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
  ).where;
}

/**
 * Replaces section names typed by readers with those of the passages: an equal heading or anchor, else the only heading that starts with
 * the name. An ambiguous or unknown name stays unchanged and matches nothing, so that a scope is never widened.
 * `isThere` is false if nothing can match.
 */
function resolveSections(
  where: Where,
  content: readonly Chunk[],
): { readonly where: Where; readonly isThere: boolean } {
  const { sections } = where;
  if (sections === undefined) return { where, isThere: content.length > 0 };
  const keys = new Set(content.map(({ heading }) => sectionKey(heading)));
  const anchors = new Set(content.map(({ anchor }) => sectionKey(anchor)));
  const resolved = sections.map((wanted) => {
    if (keys.has(wanted) || anchors.has(wanted)) return wanted;
    const beginning = [...keys].filter((key) => wanted !== '' && key.startsWith(wanted));
    return beginning.length === 1 ? beginning[0]! : wanted;
  });
  const isThere = resolved.some((section) => keys.has(section) || anchors.has(section));
  return { where: { ...where, sections: resolved }, isThere };
}

/** Hosts used to preview sites before they are published. */
const PREVIEW =
  /(?:^|\.)(?:localhost|local|test|internal|netlify\.app|vercel\.app|pages\.dev|github\.io|gitlab\.io|surge\.sh|onrender\.com|web\.app|readthedocs\.build|cloudfront\.net|azurestaticapps\.net|ngrok(?:-free)?\.(?:app|dev|io)|gitpod\.io|github\.dev|app\.github\.dev|deploy-preview\.[\w.-]+)$/u;
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/u;

/**
 * Returns true if the host in a reader's browser may belong to the site of an indexed page: the hosts are equal except for `www.`, or one
 * of them is a local machine, an IP address or a preview host, whose name proves nothing.
 */
function isSameSite(host: string, pageUrl: string): boolean {
  const given = nameOf(host);
  const own = nameOf(URL.canParse(pageUrl) ? new URL(pageUrl).host : '');
  return given === own || isAlias(given) || isAlias(own);
}

function nameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d+$/u, '')
    .replace(/\.$/u, '')
    .replace(/^www\./u, '');
}

function isAlias(name: string): boolean {
  return name === '' || ADDRESS.test(name) || PREVIEW.test(name);
}
