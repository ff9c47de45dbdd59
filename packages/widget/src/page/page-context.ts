import type { PageContext } from '../config/host-page.ts';
import { headingsOf, readHeading } from './nearest-heading.ts';
import { pageUrl } from './page-url.ts';

export interface PageContextOptions {
  /** CSS selector of what counts as the text of a page. */
  readonly content: string;
  /** Address of the page as the index knows it; without it, what the page calls its canonical address, else where the browser is. */
  readonly url?: string;
}

/** What is open in the browser, and which of its sections lies in the upper third of the window. */
export function pageContext({ content, url }: PageContextOptions): PageContext {
  const root = document.querySelector(content);
  const headings = root === null ? [] : headingsOf(root);
  const read = headings.filter((heading) => {
    const [box] = heading.getClientRects();
    return box !== undefined && box.top < innerHeight / 3;
  });
  const section = scrollY > 0 || location.hash !== '' ? readHeading(read.at(-1)) : undefined;
  return {
    url:
      url ||
      pageUrl(document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? '') ||
      pageUrl(location.href),
    title: readHeading(headings.find(({ localName }) => localName === 'h1'))?.title || document.title,
    section: section?.id ? section : undefined,
    locale: localeOf(),
    version: meta('docusaurus_version') || meta('docsearch:version') || meta('version'),
  };
}

/** Named as the index names it. */
function localeOf(): string {
  const tag = meta('docusaurus_locale') || meta('docsearch:language') || document.documentElement.lang.trim();
  return /^[a-z]{2,8}(?:[-_][a-z\d]{1,8})*$/i.test(tag) ? tag.replaceAll('_', '-') : '';
}

function meta(name: string): string {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  const folded = content.replace(/\s+/g, ' ').trim();
  return folded.length > 60 ? '' : folded;
}
