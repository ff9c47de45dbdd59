import type { AllContent, LoadContext } from '@docusaurus/types';
import type { Facets } from '@ibid/core/types';
import { resolve } from 'node:path';
import { localeRoot, moduleOf, pageAddress } from '../site/page-address.ts';

/** The part of the content loaded by Docusaurus's content plugins that is used. Fields missing in some versions of Docusaurus are optional. */
interface DocsContent {
  readonly loadedVersions?: readonly {
    readonly versionName: string;
    readonly isLast: boolean;
    readonly docs: readonly DocFile[];
  }[];
}
interface PageFile {
  readonly permalink: string;
  /** Example: `@site/docs/intro.md`. */
  readonly source: string;
  readonly title?: string | undefined;
  readonly unlisted?: boolean;
}
interface DocFile extends PageFile {
  readonly id: string;
}
interface BlogContent {
  readonly blogPosts?: readonly { readonly metadata: PageFile }[];
}
type PagesContent = readonly (PageFile & { readonly type: 'jsx' | 'mdx' })[];

/** All pages of the current locale that Docusaurus makes from Markdown, ordered by address, without unlisted pages. */
export function writtenPages(context: LoadContext, allContent: AllContent): readonly WrittenPage[] {
  const { siteDir, baseUrl, siteConfig } = context;
  const root = localeRoot(context);
  const format = siteConfig.markdown?.format ?? 'mdx';
  const drawn = siteConfig.markdown?.mermaid === true ? ['mermaid'] : [];
  const locale = context.i18n.currentLocale.replaceAll('_', '-');
  const docs = allContent['docusaurus-plugin-content-docs'] ?? {};
  const unversioned = unversionedDocs(docs);
  const pages = new Map<string, WrittenPage>();

  function add(page: PageFile, facts: Pick<WrittenPage, 'version' | 'module' | 'title'>): void {
    if (page.unlisted === true || !/\.mdx?$/iu.test(page.source)) return;
    const sourceFile = page.source.replace(/^@site\//u, '');
    const url = pageAddress(root, page.permalink, baseUrl);
    if (pages.has(url)) return;
    pages.set(url, { ...facts, url, file: resolve(siteDir, sourceFile), sourceFile, format, drawn, locale });
  }

  for (const [id, content] of Object.entries(docs)) {
    for (const { versionName, docs: files } of (content as DocsContent)?.loadedVersions ?? []) {
      const version = unversioned.has(id) ? '' : versionName;
      for (const file of files) {
        const folder = file.id.includes('/') ? file.id.slice(0, file.id.indexOf('/')) : 'root';
        add(file, { version, module: folder, title: file.title ?? '' });
      }
    }
  }
  for (const [id, content] of Object.entries(allContent['docusaurus-plugin-content-blog'] ?? {})) {
    for (const { metadata } of (content as BlogContent)?.blogPosts ?? []) {
      add(metadata, { version: '', module: id === 'default' ? 'blog' : id, title: metadata.title ?? '' });
    }
  }
  for (const content of Object.values(allContent['docusaurus-plugin-content-pages'] ?? {})) {
    for (const page of (content as PagesContent | undefined) ?? []) {
      if (page.type === 'mdx') add(page, { version: '', module: moduleOf(page.permalink, baseUrl), title: '' });
    }
  }
  return [...pages.values()].sort((a, b) => (a.url < b.url ? -1 : 1));
}

/** A page before it is built: a Markdown file and its future address. */
export interface WrittenPage extends Facets {
  /** Canonical address. */
  readonly url: string;
  /** Absolute path of the Markdown file. */
  readonly file: string;
  /** The same path relative to the site's folder, with `/` separators. */
  readonly sourceFile: string;
  /** Title that Docusaurus gives to a page without a title. */
  readonly title: string;
  /** Format of files that do not state it. */
  readonly format: 'mdx' | 'md' | 'detect';
  /** Code languages that the site renders as pictures. */
  readonly drawn: readonly string[];
}

type Docs = Readonly<Record<string, unknown>>;

/** Ids of the docs with only one version, where the version carries no information. */
export function unversionedDocs(docs: Docs): ReadonlySet<string> {
  return new Set(Object.keys(docs).filter((id) => versionsOf(docs, id).length <= 1));
}

/** Name of the latest version, by id of docs with several versions. */
export function latestVersions(docs: Docs): Readonly<Record<string, string>> {
  const versioned = Object.keys(docs).filter((id) => versionsOf(docs, id).length > 1);
  return Object.fromEntries(
    versioned.map((id) => {
      const versions = versionsOf(docs, id);
      return [id, (versions.find(({ isLast }) => isLast) ?? versions[0]!).versionName];
    }),
  );
}

function versionsOf(docs: Docs, id: string): NonNullable<DocsContent['loadedVersions']> {
  return (docs[id] as DocsContent | undefined)?.loadedVersions ?? [];
}
