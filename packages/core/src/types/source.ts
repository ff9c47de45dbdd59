import type { CallOptions } from './call-options.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Facets } from './page.ts';

/** One page as the source knows it without reading its body. */
export interface SourceEntry {
  /** Canonical URL; unique within one listing. */
  readonly url: string;
  /** Changes whenever `load` would return something else; equal content gives an equal revision. */
  readonly revision: string;
}

/** Unparsed page with all that a pure parser needs. */
export interface RawPage extends Facets {
  readonly url: string;
  readonly format: 'markdown' | 'mdx' | 'mdbook' | 'html';
  readonly body: string;
  readonly sourceFile: string;
  /** Title that the source knows better than the body (navigation, front matter of an index page); `''` otherwise. */
  readonly title: string;
  /**
   * Contents of files that the body imports, keyed by the specifier as written (`./_partial.mdx`, `!!raw-loader!./a.js`).
   * Partials import relative to themselves; their keys are `${outer specifier} > ${inner specifier}`.
   */
  readonly imports: Readonly<Record<string, string>>;
  /**
   * Canonical URLs of pages by link targets that are no addresses of theirs, as written in the body without hash: `./other.mdx`, `/guide`
   * on a site below a base path. @default none
   */
  readonly links?: Readonly<Record<string, string>>;
  /** Code languages that the site draws as pictures in the reader's browser, so that their source is not on the built page. @default none */
  readonly drawn?: readonly string[];
}

/** Outcome of loading one page. `undefined` page: it has no content to index (draft, redirect, `noindex`), or it failed; the diagnostics say which. */
export interface LoadedPage {
  readonly page: RawPage | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Where pages come from. Has one caller, the ingester, and needs no facade. */
export interface Source {
  /** Readable and stable, such as `markdown:docs@1f0c92ab` or `site:https://example.org/`. Stored with the index; never a machine path. */
  readonly id: string;
  /** Problems of the source as a whole found while listing; complete once `list` has ended. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Every page once, ordered by URL for folders, in order of discovery for sites. Rejects with `SOURCE_UNAVAILABLE` when the
   * source cannot be read at all, so that an outage never looks like an empty site.
   */
  list(options?: CallOptions): AsyncIterable<SourceEntry>;
  /** Called only for entries that `list` gave and whose revision is new. Bad content yields diagnostics, never a throw. */
  load(entry: SourceEntry, options?: CallOptions): Promise<LoadedPage>;
  close(): Promise<void>;
}
