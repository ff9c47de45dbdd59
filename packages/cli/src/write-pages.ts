import { invalidConfig, pathKey } from '@ibid/core';
import { llmsTxt, markdownPath, pageMarkdown } from '@ibid/core/pages';
import type { ChunkStore, PageSummary } from '@ibid/core/types';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

export interface WritePagesOptions {
  /** Name of the documentation. */
  readonly title: string;
  /** Summary of the docs in `llms.txt`. @default states the number of pages */
  readonly summary?: string | undefined;
  /** Address at which the folder is published. @default the one whose HTML files are in the folder, else the page that all others are below, else the root of their host */
  readonly siteUrl?: string | undefined;
  /** Action if a file that Ibid did not write has a name that it needs. */
  readonly others: 'refuse' | 'keep' | 'overwrite';
  readonly onPage?: (done: number, total: number) => void;
}

export interface WrittenPages {
  readonly siteUrl: string;
  readonly pages: number;
  /** Number of indexed pages that are published under another address. */
  readonly elsewhere: number;
  /** Files that Ibid did not write and that were kept, relative to the folder. */
  readonly kept: readonly string[];
  /** Number of Markdown files removed because their page is not in the index any more. */
  readonly removed: number;
}

/** Matches the start of files written by Ibid. */
const OWN = /^---\nurl: ".*"\nindex: ".*"\n---\n|^# .*\n\n> .*\n\n\[All pages in one file\]\(/u;

/**
 * Writes the Markdown of all pages into the folder of a built site, each next to its page, with `llms.txt` and `llms-full.txt`. Removes
 * files that an earlier run wrote for pages that no longer exist. With `refuse`, rejects with `INVALID_CONFIG` before writing anything if a
 * file that Ibid did not write would be overwritten.
 */
export async function writePages(
  store: Pick<ChunkStore, 'listPages' | 'getPage'>,
  folder: string,
  { title, summary, siteUrl, others, onPage }: WritePagesOptions,
): Promise<WrittenPages> {
  const all = await Array.fromAsync(store.listPages());
  const root = siteUrl === undefined ? rootOf(all, folder).address : `${siteUrl.replace(/\/+$/u, '')}/`;
  const pages = all.filter(({ url }) => `${url}/`.startsWith(root) && fileOf(url, root) !== undefined);
  if (all.length > 0 && pages.length === 0) {
    throw invalidConfig(
      `None of the ${all.length} indexed pages is below \`${root}\`; the first is \`${all[0]!.url}\`. Fix \`--site-url\`.`,
    );
  }
  const names = new Map(pages.map((page) => [fileOf(page.url, root)!, page]));
  const wanted = ['llms.txt', 'llms-full.txt', ...names.keys()];
  const foreign = others === 'overwrite' ? [] : await filesBy('others', folder, wanted);
  if (others === 'refuse' && foreign.length > 0) {
    const more = foreign.length === 1 ? '' : `, and ${foreign.length - 1} more`;
    throw invalidConfig(
      `\`${join(folder, foreign[0]!)}\`${more} would be overwritten, which Ibid has not written. Name another folder, or add --force.`,
    );
  }
  const foreignNames = new Set(foreign);
  const put = async (name: string, text: string): Promise<void> => {
    if (foreignNames.has(name)) return;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  };

  const link = ({ url }: PageSummary): string => new URL(markdownPath(url, new URL(root).pathname), root).href;
  await put('llms.txt', llmsTxt({ title, summary, pages, link, full: `${root}llms-full.txt` }));
  let written = 0;
  await put('llms-full.txt', '');
  for (const [name, { url }] of names) {
    const page = await store.getPage(pathKey(url));
    if (page === undefined) continue;
    const text = pageMarkdown(page, { index: `${root}llms.txt` });
    await put(name, text);
    if (!foreignNames.has('llms-full.txt')) await appendFile(join(folder, 'llms-full.txt'), `${text}\n`);
    written += 1;
    onPage?.(written, names.size);
  }
  const removed = await removeLeftovers(folder, new Set(wanted));
  return { siteUrl: root, pages: written, elsewhere: all.length - pages.length, kept: foreign, removed };
}

/** Number of pages whose HTML is looked for, to find the address of the folder. */
const SAMPLED = 50;

/** Address of the site in `folder`. `isThere` is false if the folder does not hold the HTML files of most pages, and the address is a guess. */
export function rootOf(
  pages: readonly Pick<PageSummary, 'url'>[],
  folder: string,
): { readonly address: string; readonly isThere: boolean } {
  const urls = pages.map(({ url }) => url).sort((one, other) => one.length - other.length);
  const [first = 'http://localhost/'] = urls;
  const { origin, pathname } = new URL(`${first.replace(/\/$/u, '')}/`);
  const roots = Array.from(pathname.matchAll(/\//gu), ({ index }) => origin + pathname.slice(0, index + 1))
    .filter((root) => urls.every((url) => `${url}/`.startsWith(root)))
    .toReversed();
  const filesBelow = (root: string): number => {
    const names = urls.slice(0, SAMPLED).map((url) => (fileOf(url, root) ?? '').replace(/\.md$/u, ''));
    return names.filter((name) => ['.html', '/index.html'].some((end) => existsSync(join(folder, name + end)))).length;
  };
  // A single page is below itself, but its folder is more likely to be the site.
  const usual = (urls.length === 1 ? undefined : roots[0]) ?? `${origin}/`;
  const address = [usual, ...roots].reduce((best, root) => (filesBelow(root) > filesBelow(best) ? root : best));
  return { address, isThere: filesBelow(address) * 2 > Math.min(urls.length, SAMPLED) };
}

/** Path of a page's Markdown relative to the folder; `undefined` for an address that cannot be a file name. */
function fileOf(url: string, root: string): string | undefined {
  const { pathname } = new URL(root);
  try {
    const names = markdownPath(url, pathname).slice(pathname.length).split('/').map(decodeURIComponent);
    return names.some((name) => name === '' || name === '..' || /[/\\\0]/u.test(name)) ? undefined : names.join('/');
  } catch {
    return undefined;
  }
}

/** Those of the files that are there and that Ibid has written, or that it has not. */
async function filesBy(
  writer: 'ibid' | 'others',
  folder: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => undefined);
    if (text !== undefined && OWN.test(text) === (writer === 'ibid')) found.push(name);
  }
  return found;
}

async function removeLeftovers(folder: string, wanted: ReadonlySet<string>): Promise<number> {
  // Not a glob, which leaves out folders that begin with a dot, such as `.well-known`, and follows links.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const unwanted = names.filter((name) => !wanted.has(name));
  const leftovers = await filesBy('ibid', folder, unwanted);
  for (const name of leftovers) await rm(join(folder, name));
  return leftovers.length;
}
