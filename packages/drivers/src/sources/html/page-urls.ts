import { canonicalUrl } from '@ibid/core';

/** What the address of a page depends on, as its head says it. */
interface PageHead {
  /** As written; `''` when the page names none. */
  readonly canonical: string;
  readonly generator: string;
}

const HEAD_CHARACTERS = 256 * 1024;
const TAG = /<(link|meta)\b((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;
const ATTRIBUTE = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** Scans the tags of the head without building a tree: every page is looked at on each listing. */
export function pageHead(html: string): PageHead {
  const end = html.search(/<body[\s>]/i);
  const head = html.slice(0, end < 0 ? HEAD_CHARACTERS : Math.min(end, HEAD_CHARACTERS));
  let canonical = '';
  let generator = '';
  for (const [, tag, source] of head.matchAll(TAG)) {
    const attributes = new Map<string, string>();
    for (const [, name, double, single, bare] of source!.matchAll(ATTRIBUTE)) {
      attributes.set(name!.toLowerCase(), double ?? single ?? bare ?? '');
    }
    if (tag!.toLowerCase() === 'link') {
      const isCanonical = attributes.get('rel')?.toLowerCase().split(/\s+/).includes('canonical') ?? false;
      if (isCanonical && canonical === '') canonical = (attributes.get('href') ?? '').replaceAll('&amp;', '&');
    } else if (attributes.get('name')?.toLowerCase() === 'generator' && generator === '') {
      generator = attributes.get('content') ?? '';
    }
  }
  return { canonical, generator };
}

/**
 * From files of a built site to the addresses that the pages are served under.
 *
 * A file `a/b/index.html` is served as `a/b`; a file `a/b.html` as `a/b` or as `a/b.html`, which only the site knows. Each page's
 * canonical link is a witness where it agrees with the file's path: what stands before the path is the site's base, and its
 * ending shows which form the site uses. A canonical link that points to another page (the newest version, a preferred copy)
 * says nothing about where this file is served and is ignored.
 */
export interface FileHead extends PageHead {
  /** Relative to the root, with `/` separators. */
  readonly path: string;
}

/** `siteUrl` is the address of the root, `''` when not known. `result[i]` belongs to `files[i]`; two files may get the same URL. */
export function pageUrls(files: readonly FileHead[], siteUrl: string, fallbackOrigin: string): readonly string[] {
  const witnesses = files.map((file) => witness(file));
  const base = siteUrl === '' ? commonBase(witnesses) || fallbackOrigin : siteUrl;
  const prefix = base.endsWith('/') ? base : `${base}/`;
  const votes = { file: 0, plain: 0 };
  for (const found of witnesses) if (found?.form !== undefined) votes[found.form] += 1;
  return files.map((file, at) => {
    const found = witnesses[at];
    const byGenerator = /^docusaurus/i.test(file.generator) ? 'plain' : 'file';
    const form =
      found?.form ?? (votes.file === votes.plain ? byGenerator : votes.file > votes.plain ? 'file' : 'plain');
    const { folder, name } = placeOf(file.path);
    const ending = name === '' || form === 'plain' ? name : `${name}.html`;
    return canonicalUrl(
      prefix +
        [...folder, ending]
          .filter((part) => part !== '')
          .map(encodeURIComponent)
          .join('/'),
    );
  });
}

interface Witness {
  readonly base: string;
  /** `undefined` for index files, which look the same either way. */
  readonly form: 'file' | 'plain' | undefined;
}

function witness(file: FileHead): Witness | undefined {
  if (!URL.canParse(file.canonical)) return undefined;
  const parsed = new URL(file.canonical);
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return undefined;
  const url = canonicalUrl(file.canonical);
  const { folder, name } = placeOf(file.path);
  const plain = [...folder, name]
    .filter((part) => part !== '')
    .map(encodeURIComponent)
    .join('/');
  // The root page agrees with any address, so it is no witness.
  if (plain === '') return undefined;
  const ending = canonicalUrl(`http://host.invalid/${plain}`).slice('http://host.invalid'.length);
  if (url.endsWith(`${ending}.html`)) return { base: url.slice(0, -ending.length - 4), form: 'file' };
  if (!url.endsWith(ending)) return undefined;
  return { base: url.slice(0, url.length - ending.length + 1), form: name === '' ? undefined : 'plain' };
}

function commonBase(witnesses: readonly (Witness | undefined)[]): string {
  const counts = new Map<string, number>();
  for (const found of witnesses) if (found !== undefined) counts.set(found.base, (counts.get(found.base) ?? 0) + 1);
  let best = '';
  for (const [base, count] of counts) if (best === '' || count > counts.get(best)!) best = base;
  return best;
}

/** `name` is `''` for index files. */
function placeOf(path: string): { readonly folder: readonly string[]; readonly name: string } {
  const segments = path.split('/');
  const name = segments.at(-1)!.replace(/\.html?$/i, '');
  return { folder: segments.slice(0, -1), name: name === 'index' ? '' : name };
}
