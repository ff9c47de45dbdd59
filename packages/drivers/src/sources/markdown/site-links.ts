import { realpath } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import type { Diagnostic, RawPage } from '@ibid/core/types';
import { markdownImports } from '@ibid/core/parse';
import { type FoundPage, pageUrl } from './folder-pages.ts';
import type { ReadText } from './markdown-file.ts';

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

interface ResolvedImports {
  readonly imports: Readonly<Record<string, string>>;
  /** Changes when any imported file does, or comes or goes. */
  readonly hash: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ImportScope {
  /** What `@site` stands for. */
  readonly siteFolder: string;
  /** Real paths of the folders that files may come from. */
  readonly allowed: readonly string[];
  readonly read: ReadText;
}

const DEEPEST = 10;
const MOST_FILES = 2_000;
const MOST_CHARACTERS = 20_000_000;

/** Reads the files that a page names as parts of itself, and those that they name. Files outside of the site are refused. */
export async function resolveImports(
  page: Pick<RawPage, 'format' | 'sourceFile'> & { readonly text: string; readonly realPath: string },
  scope: ImportScope,
): Promise<ResolvedImports> {
  const imports: Record<string, string> = {};
  const hashes: string[] = [];
  const diagnostics: Diagnostic[] = [];
  let characters = 0;

  function refuse(key: string, why: string): void {
    hashes.push(`${key} missing`);
    // The parser reports all that it was not given.
    if (why === '') return;
    const message = `The imported file \`${key}\` is left out. ${why}`;
    diagnostics.push({ severity: 'warning', rule: 'markdown:import', message, page: page.sourceFile });
  }

  async function follow(text: string, realPath: string, outer: string, chain: readonly string[]): Promise<void> {
    for (const found of markdownImports(text, page.format)) {
      const key = outer === '' ? found.specifier : `${outer} > ${found.specifier}`;
      const target = targetOf(found.path, realPath, scope);
      const real = target === undefined ? undefined : await realpath(target).catch(() => undefined);
      if (real === undefined) {
        refuse(key, '');
      } else if (!scope.allowed.some((folder) => real.startsWith(folder + sep))) {
        refuse(key, 'It lies outside of the site. Copy it into the site to have it read.');
      } else if (hashes.length >= MOST_FILES || characters > MOST_CHARACTERS) {
        refuse(key, 'The page imports too much.');
      } else {
        const file = await scope.read(real);
        if (file.problem !== '') {
          refuse(key, file.problem);
          continue;
        }
        imports[key] = file.text;
        hashes.push(`${key} ${file.hash}`);
        characters += file.text.length;
        if (found.kind !== 'markdown' || chain.length >= DEEPEST || chain.includes(real)) continue;
        await follow(file.text, real, key, [...chain, real]);
      }
    }
  }

  await follow(page.text, page.realPath, '', [page.realPath]);
  return { imports, hash: hashes.join('\n'), diagnostics };
}

function targetOf(path: string, importer: string, scope: ImportScope): string | undefined {
  if (path.includes('\0')) return undefined;
  if (path.startsWith('@site/')) return resolve(scope.siteFolder, path.slice('@site/'.length));
  return path.startsWith('@') ? undefined : resolve(dirname(importer), path);
}
