import type { Mark } from './mark.ts';
import type { Facets } from './page.ts';

/**
 * Kind of one run of text in a chunk. `label` is a short line that belongs to the text after it: a code or admonition title, a tab's
 * name, a summary.
 */
export type SpanKind = 'paragraph' | 'item' | 'code' | 'row' | 'header' | 'label' | 'math' | 'image' | 'quote';

/**
 * One run of reader-visible text. Offsets are UTF-16 units. The text between spans is only separators and markers (blank lines, `- `,
 * `1. `, code fences, indentation), never words of the page.
 */
export interface Span {
  readonly kind: SpanKind;
  /** Inclusive. */
  readonly start: number;
  /** Exclusive, greater than `start`. */
  readonly end: number;
  /** Spans of one list, table, tab set or admonition share a number, unique in the page; 0 for none. */
  readonly group: number;
  /** Number shown for an item of an ordered list; 0 otherwise. */
  readonly ordinal: number;
  /** Language of a code span; `''` otherwise. */
  readonly language: string;
  /** Number of enclosing lists: 1 for items of an outermost list and their contents, 0 outside lists. */
  readonly depth: number;
}

/** A part of one section of one page: the unit of retrieval and citation. */
export interface Chunk extends Facets {
  /** SHA-256 hex of URL, heading and `index`, see `chunkId`. */
  readonly id: string;
  /** Canonical URL of the page, without hash. */
  readonly url: string;
  readonly title: string;
  /** Heading of the section, or the page title if it has none. Never empty. */
  readonly heading: string;
  /** Headings from the top of the page down to this section, without the page title; may be empty. */
  readonly headings: readonly string[];
  /** Id of the section's heading in the built page; `''` for the top of the page. */
  readonly anchor: string;
  /** Equals `pageText.slice(start, end)` exactly. */
  readonly text: string;
  /** Offset of `text` in the page's text, UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Header row repeated before a table that continues from the previous chunk; `''` otherwise. Shown and searched, never cited. */
  readonly lead: string;
  /** In order, with offsets relative to `text`. Spans that cross the chunk's borders are cut there. */
  readonly spans: readonly Span[];
  /**
   * Formatting of parts of `text`: inline code, emphasis, links and formulas. Offsets are relative to `text`, each mark inside one span;
   * ordered by start, outer marks first, cut at the chunk's borders. Marks have no effect on search and citations.
   */
  readonly marks: readonly Mark[];
  /** Number of the chunk among all chunks of same-named sections of the page, from 0; part of the id. */
  readonly index: number;
  /** Position in the section, from 0. */
  readonly indexInSection: number;
  /** Position in the page, from 0. */
  readonly indexInPage: number;
  readonly chunksInPage: number;
  /** Number of o200k tokens in `lead` and `text` together; at least 1. */
  readonly tokens: number;
  readonly sourceFile: string;
}
