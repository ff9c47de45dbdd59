import type { PageContext } from '../config/index.ts';
import { pageUrl } from './page-address.ts';

const HEADINGS = 'h1,h2,h3,h4,h5,h6';

/** Describes the open page and the section in the upper third of the window. `content` is a CSS selector of the page's text. */
export function pageContext({ content }: { readonly content: string }): PageContext {
  const root = document.querySelector(content);
  const headings = root === null ? [] : headingsOf(root);
  const read = headings.filter((heading) => {
    const [box] = heading.getClientRects();
    return box !== undefined && box.top < innerHeight / 3;
  });
  const section = scrollY > 0 || location.hash !== '' ? readHeading(read.at(-1)) : undefined;
  return {
    url: pageUrl(document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? '') || pageUrl(location.href),
    title: readHeading(headings.find(({ localName }) => localName === 'h1'))?.title || document.title,
    section: section?.id ? section : undefined,
    locale: localeOf(),
    version: meta('docusaurus_version') || meta('docsearch:version') || meta('version'),
  };
}

/** Locale of the page, in the form of the index. */
function localeOf(): string {
  const tag = meta('docusaurus_locale') || meta('docsearch:language') || document.documentElement.lang.trim();
  return /^[a-z]{2,8}(?:[-_][a-z\d]{1,8})*$/i.test(tag) ? tag.replaceAll('_', '-') : '';
}

function meta(name: string): string {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  const folded = content.replace(/\s+/g, ' ').trim();
  return folded.length > 60 ? '' : folded;
}

export interface Heading {
  /** `''` if no link can lead to it. */
  readonly id: string;
  readonly title: string;
}

function headingsOf(root: Element): readonly Element[] {
  return [...root.querySelectorAll(HEADINGS)];
}

/** Last heading under `root` before or around `node`. */
export function nearestHeading(root: Element, node: Node): Heading | undefined {
  const before = headingsOf(root).filter(
    (heading) => heading.contains(node) || heading.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  return readHeading(before.at(-1));
}

/** Reads the id of a heading (its own, one inside it, or that of the section it begins) and its text without the link sign. */
function readHeading(heading: Element | undefined): Heading | undefined {
  if (heading === undefined) return undefined;
  const section = heading.closest('section[id]');
  const id =
    heading.id || heading.querySelector('[id]')?.id || (section?.querySelector(HEADINGS) === heading ? section.id : '');
  const title = [...heading.childNodes]
    .filter((node) => node.nodeName !== 'A' || !/^[\s\u200b#¶]*$/.test(node.textContent ?? ''))
    .map((node) => node.textContent)
    .join('')
    .replace(/[\s\u200b]+/g, ' ')
    .trim();
  return { id, title };
}
