/** What a site has for programs that read: `llms.txt` as llmstxt.org describes it, and where the Markdown of a page stands. */
import type { ListItem, Paragraph, Root, RootContent } from 'mdast';
import { toMarkdown } from 'mdast-util-to-markdown';
import type { PageSummary } from '../types/store.ts';
import { pathKey } from '../url/path-key.ts';

export interface LlmsTxt {
  /** What the docs are called. */
  readonly title: string;
  /** One or two sentences on what they are about. @default says how many pages there are */
  readonly summary?: string | undefined;
  readonly pages: readonly PageSummary[];
  /** Address of a page's Markdown. */
  readonly link: (page: PageSummary) => string;
  /** Address of all pages in one file; left out unless given. */
  readonly full?: string | undefined;
}

/** Title, summary, and links to all pages by section of the site; the language and version with most pages comes first. */
export function llmsTxt({ title, summary, pages, link, full }: LlmsTxt): string {
  const editions = [...Map.groupBy(pages, editionOf)].sort(([, one], [, other]) => other.length - one.length);
  const children: RootContent[] = [
    { type: 'heading', depth: 1, children: [{ type: 'text', value: title }] },
    { type: 'blockquote', children: [paragraph(summary ?? `${pages.length} pages of ${title}, as Markdown.`)] },
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

/** `robot-software` is "Robot software". */
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
 * Path of the Markdown beside a page: `/guide/install.md` for `/guide/install` and `/guide/install.html`, `index.md` in the folder for the
 * page of a whole site. `base` is the path below which the site is published, with a slash at both ends.
 */
export function markdownPath(url: string, base = '/'): string {
  const { pathname } = new URL(url);
  if (`${pathname}/` === base || pathname === base) return `${base}index.md`;
  return `${pathname.replace(/\/$/u, '').replace(/\.html?$/iu, '')}.md`;
}

/** Key of the page whose Markdown stands at a path, as `pathKey` has it; `undefined` for a path of another kind. */
export function pageOfMarkdown(path: string): string | undefined {
  return path.endsWith('.md') ? pathKey(path.replace(/(?:(?<=\/)index)?\.md$/u, '')) : undefined;
}
