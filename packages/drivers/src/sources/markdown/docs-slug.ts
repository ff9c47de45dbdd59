/**
 * Docusaurus' rules from a file's place to its address: number prefixes that only order a sidebar (`01-intro`, `2. usage`) go,
 * dates and version numbers stay, a file named `index`, `readme` or like its folder stands for the folder, and a `slug` is
 * absolute or relative to the folder.
 */
import { posix } from 'node:path';

const NOT_A_PREFIX = /^(?:\d{2}|\d{4})[-_.]\d{2}(?:[-_.](?:\d{2}|\d{4}))?.*$|^\d+[-_.]\d+.*$/;
const PREFIX = /^\d+\s*[-_.]+\s*([^-_.\s].*)$/;

/** `02-guide` gives `guide`; `2021-01-02-x` and `7.0-foo` stay. */
export function withoutNumberPrefix(name: string): string {
  return NOT_A_PREFIX.test(name) ? name : (PREFIX.exec(name)?.[1] ?? name);
}

export interface DocPlace {
  /** Relative to the docs folder, with `/` separators. */
  readonly path: string;
  /** Front matter; `''` when absent. */
  readonly id: string;
  readonly slug: string;
  readonly stripPrefixes: boolean;
}

/** The address below the version's route; starts with `/`. */
export function docSlug(place: DocPlace): string {
  const strip = place.stripPrefixes ? withoutNumberPrefix : (name: string): string => name;
  const { dir, name } = posix.parse(place.path);
  const folder = dir === '' ? '/' : `/${dir.split('/').map(strip).join('/')}/`;
  if (place.slug.startsWith('/')) return place.slug;
  if (place.slug === '' && isFolderIndex(dir, name)) return folder;
  return posix.resolve(folder, place.slug || place.id || strip(name));
}

/** The top folder of a document, as its id begins with it; `root` for one that stands in none. */
export function docFolder(path: string, stripPrefixes: boolean): string {
  const end = path.indexOf('/');
  if (end < 0) return 'root';
  const folder = path.slice(0, end);
  return stripPrefixes ? withoutNumberPrefix(folder) : folder;
}

/** Whether the file stands for its folder. */
export function isFolderIndex(folder: string, name: string): boolean {
  return ['index', 'readme', posix.basename(folder).toLowerCase()].includes(name.toLowerCase());
}

const DATED = /^(.*?)(\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(.*?)(?:\/index)?\.mdx?$/;

/** Address and name of a blog post by its path: the date at its front becomes folders. */
export function blogSlug(path: string): { readonly slug: string; readonly name: string } {
  const match = DATED.exec(path);
  if (match === null) {
    const name = path.replace(/(?:\/index)?\.mdx?$/, '');
    return { slug: `/${name}`, name };
  }
  return { slug: `/${match[2]!.replaceAll('-', '/')}/${match[1]}${match[3]}`, name: match[3]! };
}
