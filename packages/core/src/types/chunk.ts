import type { Mark } from './mark.ts';
import type { Facets } from './page.ts';

/** What one run of text in a chunk is. `label` is a short line that belongs to what follows it: a code or admonition title, a tab's name, a summary. */
export type SpanKind = 'paragraph' | 'item' | 'code' | 'row' | 'header' | 'label' | 'math' | 'image' | 'quote';

/**
 * One run of reader-visible text. Offsets are UTF-16 units. Between spans stand only separators and markers (blank
 * lines, `- `, `1. `, code fences, indentation), never words of the page.
 */
export interface Span {
  readonly kind: SpanKind;
  /** Inclusive. */
  readonly start: number;
  /** Exclusive, greater than `start`. */
  readonly end: number;
  /** Spans of one list, table, tab set or admonition share a number, unique in the page; 0 for none. */
  readonly group: number;
  /** For items of ordered lists: the number shown. 0 otherwise. */
  readonly ordinal: number;
  /** For code: its language; `''` otherwise. */
  readonly language: string;
  /** Lists around it: 1 for the items of an outermost list and what stands in them, 0 outside of lists. */
  readonly depth: number;
}

/** A part of one section of one page: the unit of retrieval and of citation. */
export interface Chunk extends Facets {
  /** SHA-256 hex over URL, heading and `index`, see `chunkId`. */
  readonly id: string;
  /** URL of the page, canonical, without hash. */
  readonly url: string;
  /** Title of the page. */
  readonly title: string;
  /** The section's heading; the page title where the section has none. Never empty. */
  readonly heading: string;
  /** Headings from the page's top down to this section, the page title left out; may be empty. */
  readonly headings: readonly string[];
  /** Id of the section's heading in the built page; `''` = top of the page. */
  readonly anchor: string;
  /** `pageText.slice(start, end)`, byte for byte. */
  readonly text: string;
  /** Offset of `text` in the page's text, UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Header row repeated before a table that goes on from the chunk before; `''` otherwise. Shown and searched, never cited. */
  readonly lead: string;
  /** In order, offsets relative to `text`. Spans cut by the chunk's borders are cut here too. */
  readonly spans: readonly Span[];
  /**
   * How the page shows parts of `text`: inline code, emphasis, links and formulas. Offsets relative to `text`, each inside of one span;
   * ordered by start, outer ones first, cut at the chunk's borders. They change nothing of what is searched and cited.
   */
  readonly marks: readonly Mark[];
  /** Counts on over all same-named sections of the page, from 0; part of the id. */
  readonly index: number;
  /** From 0. */
  readonly indexInSection: number;
  /** From 0. */
  readonly indexInPage: number;
  readonly chunksInPage: number;
  /** Tokens of `lead` and `text` together, o200k; at least 1. */
  readonly tokens: number;
  readonly sourceFile: string;
}
