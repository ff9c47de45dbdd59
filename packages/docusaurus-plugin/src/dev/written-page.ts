import type { Facets } from '@ibid/core';

/** A page as Docusaurus knows it before it is built: a Markdown file and where it will stand. */
export interface WrittenPage extends Facets {
  /** Canonical. */
  readonly url: string;
  /** Absolute. */
  readonly file: string;
  /** Relative to the site's folder, with `/` separators. */
  readonly sourceFile: string;
  /** Title that Docusaurus gives a page that has none of its own. */
  readonly title: string;
  /** What the site takes files for that do not say themselves. */
  readonly format: 'mdx' | 'md' | 'detect';
  /** Code languages that the site draws as pictures. */
  readonly drawn: readonly string[];
}
