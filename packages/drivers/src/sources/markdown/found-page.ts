import type { Diagnostic, Facets, RawPage } from '@ibid/core';
import type { ReadText } from './text-file.ts';

/** A page as its place and its front matter tell it. */
export interface FoundPage extends Facets {
  /** Canonical. */
  readonly url: string;
  readonly realPath: string;
  readonly sourceFile: string;
  readonly format: RawPage['format'];
  /** `RawPage.title`. */
  readonly title: string;
  /** `RawPage.drawn`. */
  readonly drawn: readonly string[];
  /** Why the page is not for readers; `''` when it is. */
  readonly skipped: '' | 'draft' | 'unlisted';
}

/** What all kinds of folders share while they are listed. */
export interface Survey {
  readonly read: ReadText;
  readonly report: (diagnostic: Diagnostic) => void;
  /** Globs over paths relative to the root, added to what the site itself leaves out. */
  readonly include: readonly string[] | undefined;
  readonly exclude: readonly string[];
  readonly signal: AbortSignal | undefined;
}

/** Never read, whatever the site says. */
export const NEVER: readonly string[] = ['**/node_modules/**', '**/.*', '**/.*/**'];
