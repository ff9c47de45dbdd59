import { attribute, elementsUnder, hasAttribute, readDocument } from './dom.ts';

export interface PageLinks {
  /** Absolute http(s) URLs without hash, in page order, each once; links marked `rel=nofollow` are left out. */
  readonly links: readonly string[];
  /** Absolute; `''` when the page names none. */
  readonly canonical: string;
  readonly noindex: boolean;
  /** The page asks that none of its links be followed; `links` still lists them. */
  readonly nofollow: boolean;
  /** Target of `meta http-equiv=refresh`, absolute; `''` if it leads nowhere else. */
  readonly refresh: string;
  readonly alternates: readonly { readonly locale: string; readonly url: string }[];
}

/** Reads what a crawler needs from a page. `baseUrl` is the URL that the page was served from, after redirects. */
export function pageLinks(html: string, baseUrl: string): PageLinks {
  const { document } = readDocument(html);
  const links = new Set<string>();
  const alternates: { locale: string; url: string }[] = [];
  let base = baseUrl;
  let baseSeen = false;
  let canonical = '';
  let refresh = '';
  let noindex = false;
  let nofollow = false;

  for (const element of elementsUnder(document)) {
    const { tagName } = element;
    if (tagName === 'base' && !baseSeen && hasAttribute(element, 'href')) {
      baseSeen = true;
      base = resolve(attribute(element, 'href'), baseUrl) || baseUrl;
    } else if (tagName === 'a' || tagName === 'area') {
      if (!hasAttribute(element, 'href') || words(attribute(element, 'rel')).includes('nofollow')) continue;
      const url = resolve(attribute(element, 'href'), base);
      if (url !== '') links.add(url);
    } else if (tagName === 'link') {
      const relations = words(attribute(element, 'rel'));
      const url = resolve(attribute(element, 'href'), base);
      if (url === '') continue;
      if (relations.includes('canonical') && canonical === '') canonical = url;
      const locale = attribute(element, 'hreflang');
      if (relations.includes('alternate') && locale !== '') alternates.push({ locale, url });
    } else if (tagName === 'meta') {
      const content = attribute(element, 'content');
      if (attribute(element, 'name').toLowerCase() === 'robots') {
        const directives = content.toLowerCase().split(/[\s,]+/);
        noindex ||= directives.includes('noindex') || directives.includes('none');
        nofollow ||= directives.includes('nofollow') || directives.includes('none');
      } else if (attribute(element, 'http-equiv').toLowerCase() === 'refresh' && refresh === '') {
        const target = /^[\s\d.]*[;,]\s*(?:url\s*=\s*)?["']?([^"']*)/i.exec(content)?.[1]?.trim() ?? '';
        const url = target === '' ? '' : resolve(target, base);
        if (url !== resolve(baseUrl, baseUrl)) refresh = url;
      }
    }
  }
  return { links: [...links], canonical, noindex, nofollow, refresh, alternates };
}

function resolve(href: string, base: string): string {
  try {
    const url = new URL(href.trim(), base);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return '';
    url.hash = '';
    return url.href;
  } catch {
    return '';
  }
}

function words(value: string): readonly string[] {
  return value.toLowerCase().split(/\s+/);
}
