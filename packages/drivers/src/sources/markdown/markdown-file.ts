import { frontMatter, frontMatterText, type MarkdownImport, markdownImports } from '@ibid/core/parse';
import type { Diagnostic, RawPage } from '@ibid/core/types';
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { readFileWithin } from '../../files/read-file-within.ts';
import { decoded } from '../common.ts';
import { type FoundPage, pageUrl, type Project } from './folder-pages.ts';

export interface LinkScope {
  /** Folder meant by `@site`, and by a leading slash in the path of a file. */
  readonly siteFolder: string;
  /** Base address of absolute links, with a trailing slash, as in Docusaurus; `''` if they are relative to the host. */
  readonly siteRoot: string;
  /** Pages by the real path of their file; a translated site shows one file under several addresses. */
  readonly pages: ReadonlyMap<string, readonly FoundPage[]>;
  readonly labels: Labels;
}

const TARGET = /\]\(\s*<?([^\s()<>]+)|^[ \t]{0,3}\[[^\]\n]+\]:\s*<?([^\s<>]+)|\b(?:href|to)=\{?["']([^"'\n]+)/gm;

/** `RawPage.links`: the site's pages that a body links to by file path, or by an address below the site's root. */
export function resolveLinks(text: string, page: FoundPage, scope: LinkScope): Readonly<Record<string, string>> {
  const links: Record<string, string> = {};
  for (const [, inline, defined, attribute] of text.matchAll(TARGET)) {
    const target = (attribute ?? unescaped((inline ?? defined)!)).replace(/#.*$/, '');
    if (target === '' || Object.hasOwn(links, target) || /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target)) continue;
    const url = /\.mdx?$/i.test(target) ? fileUrl(target, page, scope) : rootedUrl(target, scope.siteRoot);
    if (url !== undefined) links[target] = url;
  }
  return links;
}

/** Text of Markdown without the backslashes before signs: `a\_b.md`. */
export function unescaped(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** The page of a file, in the language and version of the linking page if there are several. */
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

/** Headings that MyST refers to: by labels, and the first ones of pages by the paths of their files without ending. */
export type Labels = Map<string, { readonly heading: string; readonly url: string }>;

/** `(label)=` above a heading: https://myst-parser.readthedocs.io/en/latest/syntax/cross-referencing.html. */
const LABEL =
  /^[ \t]*\(([\w:. -]{1,200})\)=[ \t]*\n(?=(?:\s{0,9}\([\w:. -]{1,200}\)=[ \t]*\n){0,5}\s{0,9}(#{1,6})[ \t]+(.*))/gm;
const ENDING = /\.mdx?$/i;

/** Calls `change` for each line outside of code; the content of directives other than code is none. */
function outsideCode(text: string, change: (line: string) => string, hidden = (line: string) => line): string {
  const open: { readonly fence: string; readonly isCode: boolean }[] = [];
  const shown = text.split('\n').map((line) => {
    const [, fence = '', info = ''] = /^\s*(`{3,}|~{3,})\s*(\S*)/.exec(line) ?? [];
    const last = open.at(-1);
    if (last !== undefined && fence.startsWith(last.fence) && info === '')
      return open.pop()!.isCode ? hidden(line) : line;
    if (last?.isCode === true) return hidden(line);
    if (fence !== '') open.push({ fence, isCode: !/^\{(?!code)/.test(info) });
    return fence === '' ? change(line) : line;
  });
  return shown.join('\n');
}

/** Adds the labels of a page. */
export function addLabels(labels: Labels, source: string, { realPath, url }: FoundPage): void {
  const { body } = frontMatter(source);
  labels.set(realPath.replace(ENDING, ''), { heading: firstHeading(body), url });
  const text = outsideCode(
    body,
    (line) => line,
    () => '',
  );
  for (const [, label = '', level, heading = ''] of text.matchAll(LABEL)) {
    const anchor = level === '#' ? '' : `#${label.toLowerCase().replace(/[^a-z\d]+/g, '-')}`;
    if (!labels.has(label)) labels.set(label, { heading: withoutMarks(heading), url: url + anchor });
  }
}

/** Roles, with words of their own or without; code in a line, which stays; targets of links. */
const REFERENCE =
  /\{(?<role>ref|numref|doc)\}`(?:(?<words>[^`<]{0,300}?)\s{0,9}<)?(?<target>[^`<>]{1,300})>?`|(?<!`)(?<ticks>`+)(?!`).+?(?<!`)\k<ticks>(?!`)|\]\((?<linked>[\w:.-]{1,200})\)/g;

/** The text with links in place of the references, in words of their own or those of the heading. */
export function withLabels(text: string, { realPath }: FoundPage, { siteFolder, labels, pages }: LinkScope): string {
  const fileOf = (target: string): string =>
    target.startsWith('/') ? siteFolder + target : resolve(dirname(realPath), target);
  const linked = (whole: string, ...found: readonly unknown[]): string => {
    const { role, words = '', target = '', linked: at } = found.at(-1) as Readonly<Record<string, string | undefined>>;
    const isFile = at !== undefined && pages.has(`${fileOf(at)}.md`);
    const { heading = '', url = '' } =
      labels.get(role === 'doc' ? fileOf(target).replace(ENDING, '') : (at ?? target)) ?? {};
    if (heading === '' || isFile) return whole;
    return at === undefined ? `[${(words || heading).replace(/[[\]|]/g, String.raw`\$&`)}](${url})` : `](${url})`;
  };
  return outsideCode(text, (line) => line.replace(REFERENCE, linked));
}

interface ResolvedImports {
  readonly imports: Readonly<Record<string, string>>;
  /** Changes when an imported file changes, appears or disappears. */
  readonly hash: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ImportScope {
  /** Folder meant by `@site`. */
  readonly siteFolder: string;
  /** Real paths of the folders that files may come from. */
  readonly allowed: readonly string[];
  /** Where includes are looked for, which must not be hidden; `undefined` for Docusaurus and mdBook. */
  readonly project?: Project | undefined;
  readonly read: ReadText;
  /** Receives each path that is looked at, before it is read. */
  readonly onImport?: ((path: string) => void) | undefined;
}

const DEEPEST = 10;
const MOST_FILES = 2_000;
const MOST_CHARACTERS = 20_000_000;

/** Reads the files that a page imports, and the files that those import. Files outside the site are refused. */
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
    // The parser reports imports that it was not given.
    if (why === '') return;
    const message = `The imported file \`${key}\` is left out. ${why}`;
    diagnostics.push({ severity: 'warning', rule: 'markdown:import', message, page: page.sourceFile });
  }

  async function follow(text: string, realPath: string, outer: string, chain: readonly string[]): Promise<void> {
    for (const found of markdownImports(text, page.format)) {
      const key = outer === '' ? found.specifier : `${outer} > ${found.specifier}`;
      const real = await firstFile(targetsOf(found, realPath, scope), scope);
      if (real === undefined) {
        refuse(key, '');
      } else if (!mayRead(real, scope)) {
        refuse(key, 'It lies outside of the site, or is hidden. Copy it into the site to have it read.');
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

/** The paths that an import may mean, the first of which that exists it means. */
function targetsOf({ path, base }: MarkdownImport, importer: string, scope: ImportScope): readonly string[] {
  const { siteFolder, project } = scope;
  if (path.includes('\0')) return [];
  if (base !== undefined && project !== undefined && path.startsWith('@')) {
    return [join(project.sourceRoot, path.slice(1))];
  }
  if (path.startsWith('@site/')) return [resolve(siteFolder, path.slice('@site/'.length))];
  if (path.startsWith('@')) return [];
  const own = dirname(importer);
  const inner = own.slice(project?.folder.length).split(sep);
  const folders = {
    file: [own],
    project: project?.bases ?? [],
    above: [
      ...inner.map((_, at) => (project?.folder ?? '') + inner.slice(0, -at || undefined).join(sep)),
      ...(project?.bases ?? []),
    ],
  }[base ?? 'file'];
  return folders.map((folder) => (basename(folder) === path ? folder : resolve(folder, path)));
}

async function firstFile(paths: readonly string[], { onImport }: ImportScope): Promise<string | undefined> {
  for (const path of paths) {
    onImport?.(path);
    const real = await realpath(path).catch(() => undefined);
    if (real !== undefined) return real;
  }
  return undefined;
}

function mayRead(real: string, { allowed, project }: ImportScope): boolean {
  return allowed.some(
    (folder) =>
      real.startsWith(folder + sep) && (project === undefined || !real.slice(folder.length).includes(`${sep}.`)),
  );
}

interface TextFile {
  readonly text: string;
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string;
  /** Reason why there is no text; `''` if there is one. */
  readonly problem: string;
  /** Problem with the text that was read; `''` if none. */
  readonly warning: string;
  /** True if the file contains NUL, which text never does; `problem` reports it. */
  readonly isBinary: boolean;
}

export type ReadText = (realPath: string) => Promise<TextFile>;

/** Reads UTF-8 text of at most `maxBytes`, without a byte order mark. Never rejects. */
export async function readTextFile(realPath: string, maxBytes: number): Promise<TextFile> {
  const { bytes, problem } = await readFileWithin(realPath, maxBytes);
  const hash = createHash('sha256').update(problem).update(bytes).digest('hex');
  const isBinary = bytes.includes(0);
  const file = { hash, problem: isBinary ? 'It is no text. Save it as UTF-8, or leave it out.' : problem, isBinary };
  if (file.problem !== '') return { ...file, text: '', warning: '' };
  const warning = 'It is not valid UTF-8; what cannot be read shows as �. Save the file as UTF-8.';
  return { ...file, text: new TextDecoder().decode(bytes), warning: isUtf8(bytes) ? '' : warning };
}

/** Reader that reads each file once, because translated sites show one file under several addresses. */
export function cachedReader(maxBytes: number): ReadText {
  const files = new Map<string, Promise<TextFile>>();
  return (realPath) => {
    const file = files.get(realPath) ?? readTextFile(realPath, maxBytes);
    files.set(realPath, file);
    return file;
  };
}

/** Data in the text of a Markdown file that the listing needs. */
export interface MarkdownHead {
  readonly title: string;
  readonly id: string;
  readonly slug: string;
  readonly permalink: string;
  readonly url: string;
  readonly skipped: '' | 'draft' | 'unlisted';
  readonly parseNumberPrefixes: boolean;
  /** Syntax chosen by the page; `''` if it leaves the choice to the site. */
  readonly format: '' | 'mdx' | 'md' | 'detect';
  /** Text of the first heading if it is the page's title; otherwise `''`. */
  readonly heading: string;
}

export function markdownHead(text: string): MarkdownHead {
  const { data, body } = frontMatter(text);
  return {
    title: frontMatterText(data, 'title'),
    id: frontMatterText(data, 'id'),
    slug: frontMatterText(data, 'slug'),
    permalink: frontMatterText(data, 'permalink'),
    url: frontMatterText(data, 'url'),
    skipped: data['draft'] === true ? 'draft' : data['unlisted'] === true ? 'unlisted' : '',
    parseNumberPrefixes: data['parse_number_prefixes'] !== false,
    format: formatOf(data['mdx']),
    heading: firstHeading(body),
  };
}

function formatOf(mdx: unknown): MarkdownHead['format'] {
  const format = typeof mdx === 'object' && mdx !== null && 'format' in mdx ? mdx.format : '';
  return format === 'mdx' || format === 'md' || format === 'detect' ? format : '';
}

/** The first heading outside code, if it has level 1. Only scans the text, because the file is parsed later in another thread. */
function firstHeading(body: string): string {
  let fence = '';
  let before = '';
  for (const line of body.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence === '') {
      fence = mark;
    } else if (mark.startsWith(fence) && line.trim() === mark) {
      fence = '';
      continue;
    }
    if (fence !== '') continue;
    const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/.exec(line);
    if (heading !== null) return heading[1] === '#' ? withoutMarks(heading[2]!) : '';
    if (before !== '' && /^ {0,3}=+[ \t]*$/.test(line)) return withoutMarks(before);
    if (before !== '' && /^ {0,3}-+[ \t]*$/.test(line)) return '';
    before = line.trim();
  }
  return '';
}

function withoutMarks(heading: string): string {
  return heading
    .slice(0, 500)
    .replace(/\s+#+\s*$/, '')
    .replace(/\s*\{(?:\/\*\s*)?#[^}]*\}\s*$/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '')
    .trim();
}
