import type { Correction } from './answer.ts';
import type { Facets } from './page.ts';
import type { Where } from './store.ts';

/** What stands in a search box; its last word may be unfinished. */
export interface LookupRequest {
  /** At most 12 words count. */
  readonly text: string;
  readonly where?: Where;
  /** Most pages; 1 to 20, 8 unless given. */
  readonly limit?: number;
}

/** Part of a text that matches what was typed. UTF-16 units, end exclusive. */
export interface Lit {
  readonly start: number;
  readonly end: number;
}

/** A text of the page and its words that match; ordered by start. */
export interface LitText {
  readonly text: string;
  readonly lit: readonly Lit[];
}

/** A section that matches. */
export interface LookupSection {
  /** URL of the page, canonical, without hash. */
  readonly url: string;
  /** `''` = top of the page. */
  readonly anchor: string;
  /** Headings from the page's top down to the section, the page title left out; empty for the top of the page. */
  readonly headings: readonly LitText[];
  /** Where the words were found: in the title of the page, in the section's heading, in its text, or in its code alone. */
  readonly kind: 'page' | 'heading' | 'text' | 'code';
  /** The line or sentence with the most of the words, verbatim, cut to about 160 characters; `''` where the section has no text. */
  readonly snippet: LitText;
}

export interface LookupPage extends Facets {
  readonly url: string;
  readonly title: LitText;
  /** Best first; 1 to 4. */
  readonly sections: readonly LookupSection[];
}

/** Replies to a search box: pages and their sections, best first. */
export interface Lookup {
  readonly pages: readonly LookupPage[];
  /** Words that the index does not have, and what was found for them instead. */
  readonly corrected: readonly Correction[];
  /** Generation of the index that answered. */
  readonly generation: number;
}
