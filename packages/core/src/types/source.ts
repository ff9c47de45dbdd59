import type { CallOptions } from './call-options.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Facets } from './page.ts';

/** One page as listed by a source, without its body. */
export interface SourceEntry {
  /** Canonical URL; unique within one listing. */
  readonly url: string;
  /** Changes whenever `load` would return different content; equal content has an equal revision. */
  readonly revision: string;
}

/** An unparsed page with everything a pure parser needs. */
export interface RawPage extends Facets {
  readonly url: string;
  readonly format: 'markdown' | 'mdx' | 'mdbook' | 'html';
  readonly body: string;
  readonly sourceFile: string;
  /** Title that the source knows better than the body (from navigation, or the front matter of an index page); `''` otherwise. */
  readonly title: string;
  /**
   * Contents of files the body imports, keyed by the specifier as written (`./_partial.mdx`, `!!raw-loader!./a.js`). Imports inside a
   * partial are relative to it; their keys are `${outer specifier} > ${inner specifier}`.
   */
  readonly imports: Readonly<Record<string, string>>;
  /**
   * Canonical page URLs for link targets that are not URLs of those pages. Keys are targets as written in the body, without hash:
   * `./other.mdx`, or `/guide` on a site below a base path. @default none
   */
  readonly links?: Readonly<Record<string, string>>;
  /** Address that relative links count from. @default `url` */
  readonly base?: string;
  /** Code languages that the site renders as pictures in the browser, so that their source is not in the built page. @default none */
  readonly drawn?: readonly string[];
  /** Generator whose rule gives headings their ids, for formats in which generators differ. @default 'github' */
  readonly slugs?: 'github' | 'mkdocs' | 'vitepress';
  /** Markdown other than GitHub's, in which raw HTML and tables differ. @default none */
  readonly dialect?: 'kramdown' | 'python-markdown' | undefined;
}

/**
 * Result of loading one page. `page` is `undefined` if it has no content to index (draft, redirect, `noindex`) or loading failed; the
 * diagnostics give the reason.
 */
export interface LoadedPage {
  readonly page: RawPage | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Provides the pages to index. Its only caller is the ingester, so it has no facade. */
export interface Source {
  /** Readable and stable id, such as `markdown:docs@1f0c92ab` or `site:https://example.org/`. Stored with the index; never a local path. */
  readonly id: string;
  /** Problems of the source as a whole, found while listing; complete when `list` has ended. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Yields every page once: by URL for folders, in order of discovery for sites. Rejects with `SOURCE_UNAVAILABLE` if the source cannot
   * be read, so that an outage never looks like an empty site.
   */
  list(options?: CallOptions): AsyncIterable<SourceEntry>;
  /** Loads one page. Called only for entries from `list` with a new revision. Bad content gives diagnostics, never an exception. */
  load(entry: SourceEntry, options?: CallOptions): Promise<LoadedPage>;
  close(): Promise<void>;
}
