import type { Facets } from '@ibid/core';

/** A page of a built site, as it is written down for the next run. */
export interface BuiltPage extends Facets {
  /** Canonical. */
  readonly url: string;
  /** Of the HTML; relative to the site's folder, with `/` separators. `''` when another language has been built in its place. */
  readonly file: string;
  /** Changes whenever the page in the index would. */
  readonly revision: string;
  /** Relative to the site's folder where the page is made of a file, else that of the HTML relative to the built site. */
  readonly sourceFile: string;
  /** Whether the version that the page names is the only one and so says nothing. */
  readonly unversioned: boolean;
}
