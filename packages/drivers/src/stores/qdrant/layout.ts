/**
 * Where everything lies in Qdrant. `B` is the collection's name, `physical_ai_book` unless the owner names another.
 *
 *     B              alias of the passages on show; what other programs of contract C4 read (with what a build, also a killed one, has written)
 *     B-v<k>         passages: default vector d (Cosine), sparse vector `bm25`, payload of C4 and ours (`PassagePayload`)
 *     B-v<k>-legs    the same points with the vector d + HEADING_WEIGHT · h (Dot), of which q·(d + w·h) is the vector leg
 *     B-v<k>-pages   a point for each page with passages: mean direction g (Dot), sparse vector `bm25` of the whole page (`PagePayload`)
 *     B-ibid         points without vectors, told apart by `kind`: the state, spaces, page contents, terms, cached embeddings
 *
 * A set of three collections with one k holds one vector space; a build for another space, or from nothing, gets a new k and the alias
 * moves when it is published. Within a set every point says from which epoch on it is shown (`from`) and, once replaced or deleted, from
 * which on no more (`until`). A build writes under the next epoch, which nobody sees, and publishing is one write of one point, the
 * state, conditional on the writer's token: so readers see the old generation or the new one, and no page is ever missing.
 * Other programs read the alias, which moves right after that write; while a build is under way they see what it has written already.
 * A reader takes what is on show from the state, searches under `shownAt`, and looks at the state once more when it is done; when
 * the epoch has moved meanwhile, garbage may have been collected under it, and it begins again.
 *
 * A write can be applied long after it was sent: held up by a shard transfer, or by a client that stopped waiting for it. Whatever comes
 * late of a build that was given up changes nothing for readers, and the next publish removes it before it shows anything:
 *
 *     points     Ids follow from the epoch, so they take nobody's place. The state lists in `dropped` what was given up, and `shown` what of it lies
 *                below the epoch on show; `shownAt` lets none of it through. What is given up later lies above that epoch anyway. So readers ask for
 *                `shown` alone, on which the copies agree even where giving up stopped halfway.
 *     marks      `until` is written only where there is none, or one of an epoch in `dropped`: so a late one takes no other's place, and any other
 *                takes its place. For readers and for the collection of garbage an `until` in `dropped` ends nothing.
 *     terms      Ids follow from the lineage. After a build that had begun to count was given up, the next counts in another lineage.
 *     contents   `vectors` and `weighed` of a page on show are notes for builds, which believe of the one only what they can use, and
 *                weigh a page anew that does not say.
 *     removals   By numbers that are given out once and lay below those of any later build: epochs given up, earlier lineages and versions,
 *                spaces put by then.
 *     state      On condition of token and turn.
 *
 * `dropped` holds the latest 100; what leaves it is swept first. So these remain, and `ibid verify` names what they do:
 *
 *   - What comes under an epoch after 100 others were given up: a page is on show twice, or one is missing.
 *   - What comes under any earlier epoch after the point of the state was removed and made anew, which lists nothing any more: the same.
 *   - What comes under an epoch on show: the first attempt of a call that was made again, after what the build or a later one has done since;
 *     or a call of a process whose build another has gone on with, which keeps its epoch and so its ids. The page is on show twice, as it was
 *     before, or without its points, or terms are counted as before.
 *   - A space that two builds in turn were given, when both a write of the first and its removal come late, in this order: it is missing.
 *   - The alias, moved late: other programs read another version, or none. They also see what came late until the next publish, unless they
 *     look at `givenUp` in `shown` too.
 */
import type { Condition, Filter } from './client/qdrant-calls.ts';

export interface CollectionNames {
  readonly passages: string;
  readonly legs: string;
  readonly pages: string;
}

export function collectionsOf(base: string, version: number): CollectionNames {
  const passages = `${base}-v${version}`;
  return { passages, legs: `${passages}-legs`, pages: `${passages}-pages` };
}

/** The collection of everything that is not searched by nearness. */
export function keepingOf(base: string): string {
  return `${base}-ibid`;
}

/** Name of the sparse vector in passages and pages; values are counts weighted as in BM25, the query's values are its own counts. */
export const SPARSE = 'bm25';
/** Name of the dense vector in legs and pages; passages have the default vector, `''`. */
export const DENSE = 'direction';

/** What stands beside every point that comes and goes with generations. */
export interface Shown {
  /** Epoch from which on it is shown. */
  readonly from: number;
  /** Epoch from which on it is shown no more; absent while nothing took its place. */
  readonly until?: number;
}

/** Fields that filters compare, in passages, legs and pages alike. */
export interface FilterPayload extends Shown {
  readonly url: string;
  /** `pathKey` of the URL. */
  readonly path: string;
  /** `sectionKey`s of heading and anchor, without empty ones; of all its passages in a page. */
  readonly sections: readonly string[];
  readonly locale: string;
  readonly version: string;
  readonly module: string;
}

/** How often each term stands somewhere, by `termKey`: title, headings, body. */
export type TermTriples = { readonly [termKey: string]: readonly [number, number, number] };

/** A passage: the six fields of contract C4 as they are, then ours. Texts are well-formed; what was not stands whole in `exact`. */
export interface PassagePayload extends FilterPayload {
  readonly text: string;
  readonly title: string;
  readonly section_heading: string;
  /** `indexInSection`. */
  readonly chunk_index: number;
  readonly chunk_id: string;

  readonly headings: readonly string[];
  readonly anchor: string;
  readonly start: number;
  readonly end: number;
  readonly lead: string;
  /** Runs of text as [kind, start, end, group, ordinal, language, depth]; passages of earlier versions of Ibid have no depth. */
  readonly spans: readonly (readonly [string, number, number, number, number, string, number?])[];
  /** How parts of the text are shown, as [kind, start, end, href]; passages of earlier versions of Ibid have none. */
  readonly marks?: readonly (readonly [string, number, number, string])[];
  readonly index: number;
  readonly index_in_page: number;
  readonly total_chunks: number;
  readonly token_count: number;
  readonly source_file: string;
  /** The chunk as ASCII JSON, only where one of its strings is not well-formed Unicode: JSON over the wire cannot carry that. */
  readonly exact?: string;

  /** Tokens of title, headings and body. */
  readonly lengths: readonly [number, number, number];
  readonly terms: TermTriples;
  /** Of the passage's vectors, see `build/vector-signature.ts`; passages of earlier versions of Ibid have none. */
  readonly signature?: readonly [number, number, number, number];
}

/** What stands beside the vector d + HEADING_WEIGHT · h. */
export interface LegPayload extends FilterPayload {
  readonly chunk_id: string;
}

export interface PagePayload extends FilterPayload {
  readonly chunks: number;
  /** Body tokens of the whole page. */
  readonly length: number;
  /** Body counts of the whole page by `termKey`. */
  readonly terms: { readonly [termKey: string]: number };
}

/** A page revision as `putPage` took it, independent of any vector space. Read by `content/page-codec.ts` and `content/read-page.ts`. */
export interface ContentPayload extends Shown {
  readonly kind: 'content';
  readonly url: string;
  readonly path: string;
  /** `PageInfo` as JSON, so that names with lone surrogates survive; see `pageInfoOf`. */
  readonly info: string;
  readonly chunks: number;
  /** Tokens of titles, headings and bodies of all its passages together. */
  readonly lengths: readonly [number, number, number];
  /** Versions k in which this revision has all its vectors. */
  readonly vectors: readonly number[];
  /** What its sparse vectors there were made under; earlier versions of Ibid did not say. */
  readonly weighed?: readonly WeighedIn[];
  /** The whole `IndexedPage`: deflated JSON in base64, of which larger ones go on in further points (`PartPayload`). */
  readonly body: string;
  /** Number of these further points. */
  readonly parts: number;
  /** Of this very body, so that no part of another revision is taken for its own. */
  readonly stamp: string;
}

/** What follows the first MiB of a content's body. */
export interface PartPayload extends Shown {
  readonly kind: 'part';
  readonly url: string;
  readonly stamp: string;
  readonly body: string;
}

/** How many passages and pages hold a term, under the newest two epochs in which that changed, older one first. */
export interface TermPayload {
  readonly kind: 'term';
  readonly lineage: number;
  /** [epoch, passages, pages]; the entry with the highest epoch not above the reader's counts; without one, nothing holds the term yet. */
  readonly counts: readonly (readonly [number, number, number])[];
  /** The higher of the lineage and the epoch of the last entry: a state that is made anew gives out no number again. */
  readonly newest: number;
  /** Epoch from which on nothing holds the term. */
  readonly until?: number;
}

/** Average tokens of titles, headings and bodies over passages, and of bodies over pages with passages. */
export type Averages = readonly [title: number, headings: number, body: number, page: number];

export type WeighedIn = readonly [version: number, ...averages: Averages];

/** Sums over a generation from which averages follow. */
export interface Totals {
  readonly pages: number;
  /** Pages with passages. */
  readonly pagesWithText: number;
  readonly chunks: number;
  /** Tokens of titles, headings and bodies over all passages. */
  readonly lengths: readonly [number, number, number];
}

/** The one point that says what is on show; see `state/state-point.ts`. */
export interface ShownState {
  readonly epoch: number;
  readonly version: number;
  /** Number that the terms were counted from nothing under, never given out again and higher each time: the epoch, or one given out for it. */
  readonly lineage: number;
  readonly spaceId: string;
  /** Of the very data of the space. */
  readonly spaceStamp?: string;
  readonly dimensions: number;
  readonly totals: Totals;
  /** The lowest averages, each for itself, that sparse vectors on show were made under. */
  readonly weighed?: Averages;
  readonly schema: { readonly chunker: string; readonly tokenizer: string };
  readonly sourceId: string;
  readonly fitted: number;
  readonly folded: number;
  readonly publishedAt: string;
  /** Epochs below this one that were given up by then. Where an earlier version of Ibid published it, they come from the state's `dropped`. */
  readonly givenUp?: readonly number[];
}

/** What a reader of an epoch sees: what was written under an epoch that was given up is nothing, and so is a mark of one. */
export function shownAt({ epoch, givenUp = [] }: Pick<ShownState, 'epoch' | 'givenUp'>): Filter & {
  readonly must: readonly Condition[];
  readonly must_not: readonly Condition[];
} {
  const must: Condition[] = [{ key: 'from', range: { lte: epoch } }];
  const ended: Condition = { key: 'until', range: { lte: epoch } };
  if (givenUp.length === 0) return { must, must_not: [ended] };
  const ofNothing: Condition = { key: 'until', match: { any: givenUp } };
  return {
    must,
    must_not: [
      { key: 'from', match: { any: givenUp } },
      { must: [ended], must_not: [ofNothing] },
    ],
  };
}
