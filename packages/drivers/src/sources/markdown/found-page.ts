import { canonicalUrl, IbidError } from '@ibid/core';
import type { Diagnostic, Facets, RawPage } from '@ibid/core/types';
import type { ReadText } from './markdown-file.ts';

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

/** Where pages of a site without a known address stand. */
export const UNKNOWN_ORIGIN = 'http://localhost:3000';

/** Address of the site's root with a slash at its end. */
export function siteRoot(address: string): string {
  try {
    const url = canonicalUrl(address);
    return url.endsWith('/') ? url : `${url}/`;
  } catch (cause) {
    throw new IbidError(
      'INVALID_CONFIG',
      `\`siteUrl\` is \`${address}\`; give an address such as \`https://example.org/\`.`,
      {
        cause,
      },
    );
  }
}

/** The first folder of a page's route below its site's root, as sources of the built site name it too. */
export function moduleOf(...parts: readonly string[]): string {
  const segments = segmentsOf(parts);
  if (segments.at(-1) === 'index.html') segments.pop();
  return segments.length > 1 ? segments[0]! : 'root';
}

/** The canonical URL of a page from its site's root and the parts of its route. */
export function pageUrl(root: string, ...parts: readonly string[]): string {
  return canonicalUrl(root + segmentsOf(parts).map(encodeURIComponent).join('/'));
}

function segmentsOf(parts: readonly string[]): string[] {
  return parts.flatMap((part) => part.split('/')).filter((part) => part !== '');
}
