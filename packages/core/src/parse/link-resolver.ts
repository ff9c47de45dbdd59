import { canonicalUrl } from '../url/canonical-url.ts';

/** Resolves a link to the canonical URL of a page of the same site, with its anchor; `''` for anything else. */
export type ResolveLink = (target: string) => string;

/**
 * Resolves the links of the page `url`. `base` is what relative ones count from. `links` are targets that are no addresses, such as paths
 * of source files, and the pages made from them.
 */
export function linkResolver(url: string, base: string, links: Readonly<Record<string, string>> = {}): ResolveLink {
  if (!URL.canParse(url)) return () => '';
  const { origin } = new URL(url);
  const known = new Map<string, string>();

  function resolve(target: string): string {
    if (target === '') return '';
    const hash = target.indexOf('#');
    const path = hash === -1 ? target : target.slice(0, hash);
    const page = path === '' ? url : Object.hasOwn(links, path) ? links[path]! : undefined;
    const full = page === undefined ? target : `${page}${hash === -1 ? '' : target.slice(hash)}`;
    if (!URL.canParse(full, base)) return '';
    const parsed = new URL(full, base);
    const isPage = parsed.protocol === 'http:' || parsed.protocol === 'https:';
    // A source file that the source knows no page for has no address of its own.
    if (!isPage || parsed.origin !== origin || (page === undefined && /\.mdx?$/i.test(parsed.pathname))) return '';
    return canonicalUrl(parsed.href) + parsed.hash;
  }

  return (target) => {
    const trimmed = target.trim();
    const before = known.get(trimmed);
    if (before !== undefined) return before;
    const found = resolve(trimmed);
    known.set(trimmed, found);
    return found;
  };
}

/** The last part of an address, the host if it has no path, without escapes. */
export function lastPartOf(url: string): string {
  return unescaped(/([^/?#]*)[/?#]*$/.exec(url)?.[1] ?? '');
}

/** Part of an address without escapes; as it is if they are not valid. */
export function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
