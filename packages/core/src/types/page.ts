import type { Block } from './block.ts';

/** Where a page stands in its site; filters compare these for equality. `''` means that the site does not say. */
export interface Facets {
  /** BCP 47 tag, such as `en` or `zh-CN`. */
  readonly locale: string;
  /** Version label as in the site's own switcher, such as `current` or `2.0`. */
  readonly version: string;
  /** Top folder, or the blog that a post belongs to; never empty, `root` for pages at the top. */
  readonly module: string;
}

/** One language and version of a site. */
export type Edition = Pick<Facets, 'locale' | 'version'>;

/** One page of the site as a parser leaves it. */
export interface Page extends Facets {
  /** Canonical: absolute, no hash, no query, no trailing slash except for the root. */
  readonly url: string;
  /** Never empty; falls back to the last part of the URL. */
  readonly title: string;
  /** Path of the source relative to its root with `/` separators; for crawled pages the URL's path. Never empty. */
  readonly sourceFile: string;
  /** Reading order. The page's own `h1` is a heading block like any other when the page shows it. */
  readonly blocks: readonly Block[];
}
