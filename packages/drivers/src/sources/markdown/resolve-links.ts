import { dirname, resolve } from 'node:path';
import type { FoundPage } from './found-page.ts';
import { pageUrl } from './site-url.ts';

export interface LinkScope {
  /** What `@site` stands for, and a slash before the path of a file. */
  readonly siteFolder: string;
  /** Address, with a slash at its end, from which absolute links count, as Docusaurus has it; `''` where they count from the host. */
  readonly siteRoot: string;
  /** Pages by the real path of their file; a translated site shows one file under several addresses. */
  readonly pages: ReadonlyMap<string, readonly FoundPage[]>;
}

const TARGET = /\]\(\s*<?([^\s()<>]+)|^[ \t]{0,3}\[[^\]\n]+\]:\s*<?([^\s<>]+)|\b(?:href|to)=\{?["']([^"'\n]+)/gm;

/** `RawPage.links`: the pages of the site that a body names by the paths of their files, or by addresses below the site's root. */
export function resolveLinks(text: string, page: FoundPage, scope: LinkScope): Readonly<Record<string, string>> {
  const links: Record<string, string> = {};
  for (const [, inline, defined, attribute] of text.matchAll(TARGET)) {
    const target = (inline ?? defined ?? attribute)!.replace(/#.*$/, '');
    if (target === '' || Object.hasOwn(links, target) || /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target)) continue;
    const url = /\.mdx?$/i.test(target) ? fileUrl(target, page, scope) : rootedUrl(target, scope.siteRoot);
    if (url !== undefined) links[target] = url;
  }
  return links;
}

/** The page of a file in the language of the page that links to it, and in its version where there are several. */
function fileUrl(target: string, page: FoundPage, { siteFolder, pages }: LinkScope): string | undefined {
  const path = decoded(target);
  const file = path.startsWith('@site/')
    ? resolve(siteFolder, path.slice('@site/'.length))
    : path.startsWith('/')
      ? resolve(siteFolder, path.slice(1))
      : resolve(dirname(page.realPath), path);
  const found = (pages.get(file) ?? []).filter(({ locale }) => locale === page.locale);
  return (found.find(({ version }) => version === page.version) ?? found[0])?.url;
}

function rootedUrl(target: string, siteRoot: string): string | undefined {
  if (siteRoot === '' || !target.startsWith('/') || `${target}/`.startsWith(new URL(siteRoot).pathname))
    return undefined;
  return pageUrl(siteRoot, decoded(target.replace(/\?.*$/, '')));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
