/** Files for programs: `llms.txt` as described by llmstxt.org, and the addresses of the pages' Markdown. */
import type { ListItem, Paragraph, Root, RootContent } from 'mdast';
import { toMarkdown } from 'mdast-util-to-markdown';
import type { PageSummary } from '../types/store.ts';
import { pathKey } from '../url/path-key.ts';

export interface LlmsTxt {
  /** Title of the documentation. */
  readonly title: string;
  /** One or two sentences about the documentation. @default says how many pages there are */
  readonly summary?: string | undefined;
  readonly pages: readonly PageSummary[];
  /** Returns the address of a page's Markdown. */
  readonly link: (page: PageSummary) => string;
  /** Address of one file with all pages; optional. */
  readonly full?: string | undefined;
}

/** Returns title, summary, and links to all pages by section of the site. The language and version with most pages comes first. */
export function llmsTxt({ title, summary, pages, link, full }: LlmsTxt): string {
  const editions = [...Map.groupBy(pages, editionOf)].sort(([, one], [, other]) => other.length - one.length);
  const children: RootContent[] = [
    { type: 'heading', depth: 1, children: [{ type: 'text', value: title }] },
    {
      type: 'blockquote',
      children: [
        paragraph(summary ?? `${pages.length} ${pages.length === 1 ? 'page' : 'pages'} of ${title}, as Markdown.`),
      ],
    },
  ];
  if (full !== undefined) children.push(linkLine('All pages in one file', full));
  for (const [at, [edition, pagesOfEdition]] of editions.entries()) {
    for (const [module, section] of Map.groupBy(pagesOfEdition, (page) => page.module)) {
      const name = at === 0 || edition === '' ? nameOf(module) : `${nameOf(module)} (${edition})`;
      children.push({ type: 'heading', depth: 2, children: [{ type: 'text', value: name }] });
      const items = section.map((page): ListItem => {
        return { type: 'listItem', spread: false, children: [linkLine(page.title, link(page))] };
      });
      children.push({ type: 'list', spread: false, children: items });
    }
  }
  const root: Root = { type: 'root', children };
  return toMarkdown(root, { bullet: '-', resourceLink: true });
}

function editionOf({ locale, version }: PageSummary): string {
  return [locale, version].filter((part) => part !== '').join(', ');
}

/** Turns `robot-software` into "Robot software". */
function nameOf(module: string): string {
  const words = module === 'root' ? 'pages' : module.replace(/[-_]+/gu, ' ').trim() || module;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function paragraph(value: string): Paragraph {
  return { type: 'paragraph', children: [{ type: 'text', value }] };
}

function linkLine(text: string, url: string): Paragraph {
  return { type: 'paragraph', children: [{ type: 'link', url, children: [{ type: 'text', value: text }] }] };
}

/**
 * Path of a page's Markdown: `/guide/install.md` for `/guide/install` and `/guide/install.html`, `index.md` in the folder for the home
 * page. `base` is the path under which the site is published, with a slash at both ends.
 */
export function markdownPath(url: string, base = '/'): string {
  const { pathname } = new URL(url);
  if (`${pathname}/` === base || pathname === base) return `${base}index.md`;
  return `${pathname.replace(/\/$/u, '').replace(/\.html?$/iu, '')}.md`;
}

/** Returns the `pathKey` of the page that belongs to a Markdown path, or `undefined` if the path does not end in `.md`. */
export function pageOfMarkdown(path: string): string | undefined {
  return path.endsWith('.md') ? pathKey(path.replace(/(?:(?<=\/)index)?\.md$/u, '')) : undefined;
}
