import type { AskOptions, CallOptions } from './call-options.ts';
import type { Calibration } from './embedder.ts';
import type { Chunk } from './chunk.ts';
import type { ErrorCode } from './ibid-error.ts';
import type { Mark } from './mark.ts';
import type { ModelCall, ModelFault, ModelUse } from './model.ts';
import type { Found, Warning } from './retrieval.ts';
import type { ToolCall } from './session.ts';
import type { Where } from './store.ts';

export interface Turn {
  readonly role: 'reader' | 'assistant';
  readonly text: string;
}

/** A passage the reader marked on a page. `url` and `section` only help to locate it; they never narrow or empty the result. */
export interface Selection {
  readonly text: string;
  readonly url?: string;
  /** Heading text or anchor of the section. */
  readonly section?: string;
}

/** A question in neutral form, decoded from any wire protocol. */
export interface Question {
  readonly text: string;
  /** The reader's own words, without those of grammar, if `text` was completed from the conversation by rules. */
  readonly ownWords?: string;
  /** If given, the answer is made from this passage alone. */
  readonly selection?: Selection;
  /**
   * A passage the reader refers to, without limiting the answer to it. It resolves "this" in the question, and is offered first if it is
   * found in the index. Ignored if `selection` or `supplied` is given.
   */
  readonly about?: Selection;
  /** Earlier turns, oldest first. They only clarify what the question is about; nothing is answered from them. */
  readonly history: readonly Turn[];
  readonly where?: Scope;
  /** Maximum number of citations in the answer; 1 to 20. */
  readonly maxCitations?: number;
  /** Limits on retrieval; the engine's defaults apply unless given. */
  readonly retrieval?: RetrievalLimits;
  /** Passages to answer from. If given, nothing is retrieved. */
  readonly supplied?: SuppliedContext;
  /** Searches the words exactly as typed, without spelling correction. */
  readonly exact?: boolean;
  /** How freely an answerer may word its answer, 0 to 1; default 0. Ignored by answerers that only quote. */
  readonly temperature?: number;
}

/** Filters on the pages and sections that may be searched. */
export interface Scope extends Where {
  /** Hosts given in front of `paths`, lower case with port. A page on the host of another site does not match, whatever its path. */
  readonly hosts?: readonly string[];
}

export interface RetrievalLimits {
  /** Maximum number of passages; 1 to 20. */
  readonly limit?: number;
  /** Minimum `similarity` of a passage, 0 to 1; applied before `limit`. */
  readonly minSimilarity?: number;
  /** Makes `limit` keep the most similar passages instead of the best ranked. The answer still uses them in rank order. */
  readonly mostSimilar?: true;
}

/** Passages sent by the caller, such as those of an earlier retrieval. They are data to quote and get no further trust. */
export interface SuppliedContext {
  /** Status reported by the retrieval that produced the passages. */
  readonly status: 'success' | 'partial' | 'no_matches' | 'error';
  /** If true, the answer is refused when its evidence is outside the question's selection. */
  readonly selectionOnly: boolean;
  /** Generation of the index the passages were taken from, if the caller gives it. */
  readonly generation?: number;
  /** Best first. */
  readonly chunks: readonly SuppliedChunk[];
}

export interface SuppliedChunk {
  readonly id: string;
  readonly url: string;
  /** `''` if the caller does not give one. */
  readonly anchor: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  /** 0 to 1, if the caller gives it. */
  readonly similarity?: number;
  /** Fused score from the original retrieval, if the caller gives it. Only comparable with the other chunks' scores. */
  readonly score?: number;
}

/** A chunk offered to an answerer. Its label is valid for this run only, so an answerer cannot cite from memory. */
export interface Passage {
  /** `p1`, `p2`, … in order of rank. */
  readonly label: string;
  readonly chunk: Chunk;
  /** Fused score, see `Hit.score`; 0 for a selection. */
  readonly score: number;
  /** As `Hit.similarity`. */
  readonly similarity: number;
  /** The only part of the chunk's text that may be cited: the reader's selection. UTF-16 units, end exclusive. */
  readonly window?: { readonly start: number; readonly end: number };
}

/**
 * `header` is the header row of a table. `label` is a short line that belongs to the text after it: an admonition title, a tab's name, a
 * term.
 */
export type StatementKind = 'sentence' | 'step' | 'code' | 'row' | 'item' | 'header' | 'label';

/** Position of a statement in the displayed answer. */
export interface StatementPlace {
  /** Index of the excerpt it belongs to, from 0; `undefined` for text worded by a model. */
  readonly excerpt: number | undefined;
  /** Neighbouring statements with the same number belong to one paragraph, list item or table. */
  readonly block: number;
  /** Number of enclosing list levels; 0 outside lists. */
  readonly depth: number;
  /** Step number as shown on the page; 0 if it is not a numbered step. */
  readonly ordinal: number;
  /** True if the statement answers the question by itself; the rest of its excerpt is context. */
  readonly lit: boolean;
}

export type DraftReason =
  | 'answered'
  | 'contradiction'
  | 'not-in-pages'
  | 'nothing-close'
  | 'no-match'
  | 'scope-empty'
  | 'page-missing'
  | 'section-missing'
  | 'one-page'
  | 'below-threshold'
  | 'vague'
  | 'not-in-selection'
  | 'no-selection'
  | 'not-in-context'
  | 'context-empty'
  | 'context-failed'
  | 'context-incomplete'
  | 'selection-not-supplied'
  | 'unproved'
  | 'model-absent'
  | 'model-failed'
  | 'model-unproved'
  | 'model-stopped'
  | 'model-continued'
  | 'greeting'
  | 'thanks'
  | 'creative'
  | 'self';

/** Events an answerer emits. The gate checks them before they reach the reader. */
export type DraftEvent =
  | {
      readonly type: 'statement-proposed';
      readonly kind: StatementKind;
      readonly text: string;
      /**
       * Passages that support the statement, best first.
       * `quote`: text that must be in the passage. Without it, the gate looks for the words that support the statement, and cites only
       * passages that contain them.
       * `start`: offset from which to look for a quote that occurs more than once.
       */
      readonly evidence: readonly { readonly label: string; readonly quote?: string; readonly start?: number }[];
      /** Statements on the same side of a contradiction share a number, from 1; 0 otherwise. */
      readonly side: number;
      readonly language: string;
      /** Given for quoted excerpts; not needed for text worded by a model. */
      readonly place?: StatementPlace;
    }
  /** A call to a model has ended, successfully or not. */
  | { readonly type: 'model-call'; readonly call: ModelCall }
  /** A model called a tool and got a result or an error. */
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  /** The current answerer has failed, and another one continues from here. `cause` is the thrown value. */
  | {
      readonly type: 'fallback-start';
      readonly fault: ModelFault;
      /** Id of the answerer that continues. */
      readonly answerer: string;
      readonly cause: unknown;
    }
  | {
      readonly type: 'draft-end';
      readonly outcome: 'answered' | 'insufficient' | 'refused';
      /** Reason for the outcome. The engine turns it into a message, so that no answerer writes unproved text. */
      readonly reason: DraftReason;
      /** How sure the answerer is that the passages answer the question; 0 to 1. */
      readonly confidence: number;
      readonly warnings: readonly Warning[];
    };

/** Input of an answerer. */
export interface Brief {
  readonly question: Question;
  readonly passages: readonly Passage[];
  readonly evidence: Evidence;
  /**
   * Searches again, within the question's own scope. Results join the run's context: known passages keep their labels, new ones get the
   * next labels. Passages below the question's own threshold may be read but not cited; their label is `''`. `undefined` if only the
   * given passages may be used.
   */
  readonly search: ((query: FurtherSearch, options?: CallOptions) => Promise<Found>) | undefined;
  /** Number of model calls already made in this run. */
  readonly modelCalls: number;
}

export interface FurtherSearch {
  readonly text: string;
  /** Limits the search to indexed passages that contain this text. */
  readonly selection?: Selection;
  readonly retrieval?: RetrievalLimits;
}

/** Proposes statements; the gate decides. Ends with exactly one `draft-end`, or throws. Stops promptly on `signal`. */
export interface Answerer {
  readonly id: string;
  draft(brief: Brief, options?: AskOptions): AsyncIterable<DraftEvent>;
}

/** Measures of how well the index covers the question; see `retrieve/retrieve.ts`. */
export interface Evidence {
  /** idf of each content token of the question, over the whole index. */
  readonly idf: ReadonlyMap<string, number>;
  /** idf of a token that is not in the index. */
  readonly unknownIdf: number;
  /** Best raw cosine and best BM25F score among all candidates. */
  readonly similarity: number;
  readonly text: number;
  /**
   * Cosine of the question and the page of the best hit; 0 without hits. `undefined` if it has no meaning: the question has no vector, or
   * the embedder has no calibration.
   */
  readonly page: number | undefined;
  /** Measure that this run's similarities are based on; absent if there is no calibration. */
  readonly likeness?: Calibration['likeness'];
  /**
   * True if the first passage answers a question about the whole site because of its title and position, whatever words they share. False if
   * no page does, and the same words elsewhere mean something else ("is it free?"). Absent for other questions.
   */
  readonly answersSite?: boolean;
}

declare const verified: unique symbol;

/** Created by `verifyCitation` only, so an `Answer` contains no unverified citation. */
export type Citation = {
  readonly [verified]: true;
  /** Footnote number from 1, in order of first use. */
  readonly index: number;
  readonly chunkId: string;
  readonly url: string;
  /** `''` for the top of the page. */
  readonly anchor: string;
  readonly title: string;
  readonly heading: string;
  /** Equals `chunk.text.slice(start, end)` exactly. */
  readonly quote: string;
  readonly start: number;
  readonly end: number;
  readonly similarity: number;
};

export interface Statement extends StatementPlace {
  readonly kind: StatementKind;
  readonly text: string;
  /** Footnote numbers, at least one. */
  readonly citations: readonly number[];
  readonly side: number;
  readonly language: string;
  /** Formatting of the text on its page; empty for code that is indented in another way than on the page. Ordered by start; marks may be nested. */
  readonly marks: readonly Mark[];
}

/** A contiguous stretch of one section, shown whole. */
export interface Excerpt extends SectionLink {
  /** Headings from the top of the page down to the section, without the page title. */
  readonly headings: readonly string[];
}

/** A passage close to a question the pages may not answer. Nothing in it is cited. */
export interface ClosestPassage extends Excerpt {
  readonly statements: readonly Omit<Statement, 'citations' | 'side' | 'excerpt'>[];
}

/** A spelling correction: a word of the question that the index does not contain, and the indexed word searched instead. */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

/** A link to a section, for example to look further. */
export interface SectionLink {
  readonly url: string;
  readonly anchor: string;
  readonly title: string;
  readonly heading: string;
}

export interface Answer {
  readonly outcome: 'answered' | 'insufficient' | 'refused';
  /** The question as it was searched: the reader's own, or one completed from the history. */
  readonly asked: string;
  readonly statements: readonly Statement[];
  /** Sources of the statements of a quoted answer, in the order shown; empty for text worded by a model. */
  readonly excerpts: readonly Excerpt[];
  readonly citations: readonly Citation[];
  /** Plain-text message for the reader; `''` for an answer without reservations. */
  readonly message: string;
  /** Nearest sections, best first; at most five. Answers include them too, as further reading. */
  readonly nearest: readonly SectionLink[];
  /** Closest passages, best first; at most three. With an answer they are further reading; with `insufficient` they are the best available. */
  readonly closest: readonly ClosestPassage[];
  /** Spelling corrections used in the search; empty if the question was searched as typed. */
  readonly corrected: readonly Correction[];
  readonly warnings: readonly Warning[];
  /** Number of statements the gate rejected. */
  readonly withheld: number;
  readonly confidence: number;
  readonly answerer: string;
  /** Model calls made for this answer; `undefined` if none was requested. */
  readonly model: ModelUse | undefined;
  readonly generation: number;
}

/**
 * The neutral event stream that every wire protocol encodes. First `run-start`, last exactly one `run-end` or `run-error`. The JSON reply
 * is its fold.
 */
export type AnswerEvent =
  | { readonly type: 'run-start'; readonly runId: string }
  | { readonly type: 'retrieval-end'; readonly passages: readonly Passage[] }
  /** A further search ran during the answer; `passages` are those it added to the context. */
  | { readonly type: 'search-end'; readonly search: FurtherSearch; readonly passages: readonly Passage[] }
  /** Sent before the excerpt's first statement. `index` counts from 0, like `Statement.excerpt`. */
  | { readonly type: 'excerpt-start'; readonly index: number; readonly excerpt: Excerpt }
  | { readonly type: 'citation-verified'; readonly citation: Citation }
  | { readonly type: 'statement-verified'; readonly statement: Statement }
  /** The model has failed; from here on the pages are quoted. `cause` is for the owner's log and is never sent to the client. */
  | { readonly type: 'fallback-start'; readonly fault: ModelFault; readonly cause?: unknown }
  | { readonly type: 'run-end'; readonly answer: Answer }
  /** `cause` is the thrown value, for the owner's log. It is never sent to the client. */
  | { readonly type: 'run-error'; readonly code: ErrorCode; readonly message: string; readonly cause?: unknown };
