import type { Correction } from './answer.ts';
import type { Facets } from './page.ts';
import type { Where } from './store.ts';

/** Request of a search box. */
export interface LookupRequest {
  /** Text typed so far; only the first 12 words count. */
  readonly text: string;
  readonly where?: Where;
  /** Maximum number of pages; 1 to 20, default 8. */
  readonly limit?: number;
}

/** A range of a text that matches the typed words. UTF-16 units, end exclusive. */
export interface Lit {
  readonly start: number;
  readonly end: number;
}

/** A text of the page with its matching ranges, ordered by start. */
export interface LitText {
  readonly text: string;
  readonly lit: readonly Lit[];
}

/** A matching section. */
export interface LookupSection {
  /** Canonical URL of the page, without hash. */
  readonly url: string;
  /** `''` for the top of the page. */
  readonly anchor: string;
  /** Headings from the top of the page down to the section, without the page title; empty for the top of the page. */
  readonly headings: readonly LitText[];
  /** Where the words were found: in the page title, in the section's heading, in its text, or only in its code. */
  readonly kind: 'page' | 'heading' | 'text' | 'code';
  /** The line or sentence with the most matching words, verbatim, cut to about 160 characters; `''` if the section has no text. */
  readonly snippet: LitText;
}

export interface LookupPage extends Facets {
  readonly url: string;
  readonly title: LitText;
  /** Best first; 1 to 4. */
  readonly sections: readonly LookupSection[];
}

/** Reply to a search box: pages and their sections, best first. */
export interface Lookup {
  readonly pages: readonly LookupPage[];
  /** Spelling corrections: words that the index does not contain, with the words found instead. */
  readonly corrected: readonly Correction[];
  /** Generation of the index that answered. */
  readonly generation: number;
}
