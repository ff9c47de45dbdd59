import type { Block } from './block.ts';

/** Position of a page in its site. Filters compare these for equality; `''` means that the site does not give a value. */
export interface Facets {
  /** BCP 47 tag, such as `en` or `zh-CN`. */
  readonly locale: string;
  /** Version label as in the site's own switcher, such as `current` or `2.0`. */
  readonly version: string;
  /** Top folder, or the blog a post belongs to. Never empty; `root` for pages at the top level. */
  readonly module: string;
}

/** One language and version of a site. */
export type Edition = Pick<Facets, 'locale' | 'version'>;

/** One parsed page of the site. */
export interface Page extends Facets {
  /** Canonical: absolute, no hash, no query, no trailing slash except for the root. */
  readonly url: string;
  /** Never empty; defaults to the last part of the URL. */
  readonly title: string;
  /** Path of the source file relative to its root, with `/` separators; for crawled pages the path of the URL. Never empty. */
  readonly sourceFile: string;
  /** Blocks in reading order. If the page shows its `h1`, it is a heading block like any other. */
  readonly blocks: readonly Block[];
}
