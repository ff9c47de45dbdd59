import type { AskOptions } from './ask-options.ts';
import type { Calibration } from './calibration.ts';
import type { CallOptions } from './call-options.ts';
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

/** A passage the reader marked on a page. URL and heading only locate it; they never narrow or empty the result. */
export interface Selection {
  readonly text: string;
  readonly url?: string;
  /** Heading text or anchor. */
  readonly section?: string;
}

/** The one request that every vocabulary decodes to. */
export interface Question {
  readonly text: string;
  /** When present the answer comes from it alone. */
  readonly selection?: Selection;
  /**
   * A passage that the reader points at without confining the answer to it: it says what "this" means, and is offered first where it is
   * found in the index. Means nothing beside `selection` or `supplied`.
   */
  readonly about?: Selection;
  /** What was said before, oldest first. It only says what the question is about; nothing is answered from it. */
  readonly history: readonly Turn[];
  readonly where?: Scope;
  /** Most citations in the answer; 1 to 20. */
  readonly maxCitations?: number;
  /** How much is retrieved; the engine's own measure unless given. */
  readonly retrieval?: RetrievalLimits;
  /** Passages to answer from; nothing is retrieved then. */
  readonly supplied?: SuppliedContext;
  /** Searches the words as typed, also those that look misspelt. */
  readonly exact?: boolean;
  /** How freely an answerer may word its answer, 0 to 1; 0 unless given. One that only quotes has no use for it. */
  readonly temperature?: number;
}

/** What the asker restricts the question to. */
export interface Scope extends Where {
  /** Hosts that stood before `paths`, lower case with port; a page under another host of its own is not meant. */
  readonly hosts?: readonly string[];
}

export interface RetrievalLimits {
  /** Most passages; 1 to 20. */
  readonly limit?: number;
  /** Passages with a lower `similarity` are left out before the limit is applied; 0 to 1. */
  readonly minSimilarity?: number;
  /** `limit` takes the most similar passages instead of the best ranked; the answer is made from them as they rank. */
  readonly mostSimilar?: true;
}

/** Passages that the asker brings, such as those of an earlier retrieval. They are data to quote, and never trusted further. */
export interface SuppliedContext {
  /** What the retrieval that made it said of itself. */
  readonly status: 'success' | 'partial' | 'no_matches' | 'error';
  /** Evidence outside the question's selection refuses the answer. */
  readonly selectionOnly: boolean;
  /** Generation of the index that the passages were taken from, where the asker says so. */
  readonly generation?: number;
  /** Best first. */
  readonly chunks: readonly SuppliedChunk[];
}

export interface SuppliedChunk {
  readonly id: string;
  readonly url: string;
  /** `''` where the asker does not say. */
  readonly anchor: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  /** 0 to 1. */
  readonly similarity: number;
  /** Fused score of the retrieval that found it, where the asker says so; only compares it with the others. */
  readonly score?: number;
}

/** A chunk offered to an answerer under a label valid for this run only, so that nothing can be cited from memory. */
export interface Passage {
  /** `p1`, `p2`, … in order of rank. */
  readonly label: string;
  readonly chunk: Chunk;
  /** Fused score, see `Hit.score`; 0 for a selection. */
  readonly score: number;
  /** As `Hit.similarity`. */
  readonly similarity: number;
  /** Only this part of the chunk's text may be cited: the reader's selection. UTF-16 units, end exclusive. */
  readonly window?: { readonly start: number; readonly end: number };
}

/** `header` is the header row of a table, `label` a short line that belongs to what follows it: the title of an admonition, a tab's name, a term. */
export type StatementKind = 'sentence' | 'step' | 'code' | 'row' | 'item' | 'header' | 'label';

/** Where a statement stands in what is shown. */
export interface StatementPlace {
  /** Which excerpt it belongs to, from 0; `undefined` for what a model worded. */
  readonly excerpt: number | undefined;
  /** Neighbours with one number are of one paragraph, list item or table. */
  readonly block: number;
  /** List levels above; 0 outside of lists. */
  readonly depth: number;
  /** Number that a step shows on its page; 0 otherwise. */
  readonly ordinal: number;
  /** Answers the question by itself; the rest of its excerpt makes it understood. */
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

/** What an answerer may say before the gate has seen it. */
export type DraftEvent =
  | {
      readonly type: 'statement-proposed';
      readonly kind: StatementKind;
      readonly text: string;
      /**
       * Passages that carry the statement, best first. `quote` is the answerer's claim, and must stand there; without one the gate
       * looks for the words that carry the statement, and cites those passages alone that have them. `start` says from where on in the
       * passage the quote stands, for words that stand there more than once.
       */
      readonly evidence: readonly { readonly label: string; readonly quote?: string; readonly start?: number }[];
      /** Statements of one side of a contradiction share a number from 1; 0 otherwise. */
      readonly side: number;
      readonly language: string;
      /** Of a quoted excerpt; an answer that is worded needs none. */
      readonly place?: StatementPlace;
    }
  /** A model was called and has ended, well or not. */
  | { readonly type: 'model-call'; readonly call: ModelCall }
  /** A model called a tool, and this came back. */
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  /** The answerer at work has failed; another one goes on from here. `cause` is what was thrown. */
  | {
      readonly type: 'fallback-start';
      readonly fault: ModelFault;
      /** Who goes on. */
      readonly answerer: string;
      readonly cause: unknown;
    }
  | {
      readonly type: 'draft-end';
      readonly outcome: 'answered' | 'insufficient' | 'refused';
      /** Why; the engine has the words for the reader, so that no answerer speaks to them without proof. */
      readonly reason: DraftReason;
      /** 0 to 1: how sure the answerer is that the passages answer the question. */
      readonly confidence: number;
      readonly warnings: readonly Warning[];
    };

/** What an answerer is given. */
export interface Brief {
  readonly question: Question;
  readonly passages: readonly Passage[];
  readonly evidence: Evidence;
  /**
   * Searches further, within the question's own scope. What it finds joins the run's context: passages known already keep their
   * labels, others get the next ones. What lies below the question's own threshold may be read and not be cited: its label is `''`.
   * `undefined` where the answer may come from the given passages alone.
   */
  readonly search: ((query: FurtherSearch, options?: CallOptions) => Promise<Found>) | undefined;
  /** Calls of models that the run has made already. */
  readonly modelCalls: number;
}

export interface FurtherSearch {
  readonly text: string;
  /** Only the passages of the index that hold this text. */
  readonly selection?: Selection;
  readonly retrieval?: RetrievalLimits;
}

/** Proposes; the gate decides. Ends with exactly one `draft-end`, or throws; stops promptly on `signal`. */
export interface Answerer {
  readonly id: string;
  draft(brief: Brief, options?: AskOptions): AsyncIterable<DraftEvent>;
}

/** What retrieval knows about how well the question is covered; see `retrieve/evidence.ts`. */
export interface Evidence {
  /** idf of each content token of the question, over the whole index. */
  readonly idf: ReadonlyMap<string, number>;
  /** idf of a token that stands nowhere in the index. */
  readonly unknownIdf: number;
  /** Best raw cosine and best BM25F score among all candidates. */
  readonly similarity: number;
  readonly text: number;
  /**
   * Cosine of the question to the page of the best hit; 0 without hits. `undefined` when it says nothing: the question has no vector, or
   * the embedder does not say what its cosines mean.
   */
  readonly page: number | undefined;
  /** What similarities of this run rest on; absent when nothing says what they mean. */
  readonly likeness?: Calibration['likeness'];
  /** The first passage answers a question about the whole site by what it is called and where it stands, whatever words they share. */
  readonly answersSite?: boolean;
}

declare const verified: unique symbol;

/** Made by `verifyCitation` alone; nothing unverified fits an `Answer`. */
export type Citation = {
  readonly [verified]: true;
  /** Footnote number from 1, in order of first use. */
  readonly index: number;
  readonly chunkId: string;
  readonly url: string;
  /** `''` = top of the page. */
  readonly anchor: string;
  readonly title: string;
  readonly heading: string;
  /** `chunk.text.slice(start, end)`, byte for byte. */
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
  /** How the page shows the text; empty where a model worded it otherwise. Ordered by start; marks may lie inside each other. */
  readonly marks: readonly Mark[];
}

/** A contiguous stretch of one section, shown whole. */
export interface Excerpt extends SectionLink {
  /** Headings from the page's top down to the section, the page title left out. */
  readonly headings: readonly string[];
}

/** A passage that comes close to a question which the pages may not answer. Nothing in it is cited. */
export interface ClosestPassage extends Excerpt {
  readonly statements: readonly Omit<Statement, 'citations' | 'side' | 'excerpt'>[];
}

/** A word of the question that the index does not have, and the word of the index that was searched instead. */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

/** Where to look when the pages do not say. */
export interface SectionLink {
  readonly url: string;
  readonly anchor: string;
  readonly title: string;
  readonly heading: string;
}

export interface Answer {
  readonly outcome: 'answered' | 'insufficient' | 'refused';
  /** The question as it was searched for: the reader's own, or one made complete from the history. */
  readonly asked: string;
  readonly statements: readonly Statement[];
  /** What the statements of a quoted answer are taken from, in the order shown; empty for what a model worded. */
  readonly excerpts: readonly Excerpt[];
  readonly citations: readonly Citation[];
  /** Plain text for the reader; `''` when answered without reservation. */
  readonly message: string;
  /** Nearest sections, best first; at most five. Also given with answers, as further reading. */
  readonly nearest: readonly SectionLink[];
  /** Passages that come closest, best first; at most three: beside an answer further ones to read, where the outcome is `insufficient` the best there are. */
  readonly closest: readonly ClosestPassage[];
  /** Words that were searched in another spelling; empty where the question was searched as typed. */
  readonly corrected: readonly Correction[];
  readonly warnings: readonly Warning[];
  /** Statements that the gate held back. */
  readonly withheld: number;
  readonly confidence: number;
  readonly answerer: string;
  /** What models did for it; `undefined` where none was asked. */
  readonly model: ModelUse | undefined;
  readonly generation: number;
}

/** The neutral stream that every vocabulary encodes. First `run-start`, last exactly one `run-end` or `run-error`. The JSON reply is its fold. */
export type AnswerEvent =
  | { readonly type: 'run-start'; readonly runId: string }
  | { readonly type: 'retrieval-end'; readonly passages: readonly Passage[] }
  /** A further search during the run; `passages` are those that it added to the context. */
  | { readonly type: 'search-end'; readonly search: FurtherSearch; readonly passages: readonly Passage[] }
  /** Before its first statement; `index` counts from 0, as `Statement.excerpt` does. */
  | { readonly type: 'excerpt-start'; readonly index: number; readonly excerpt: Excerpt }
  | { readonly type: 'citation-verified'; readonly citation: Citation }
  | { readonly type: 'statement-verified'; readonly statement: Statement }
  /** The model has failed, and the pages are quoted from here on. `cause` is for the owner's log; it never goes over the wire. */
  | { readonly type: 'fallback-start'; readonly fault: ModelFault; readonly cause?: unknown }
  | { readonly type: 'run-end'; readonly answer: Answer }
  /** `cause` is what was thrown, for the owner's log; it never goes over the wire. */
  | { readonly type: 'run-error'; readonly code: ErrorCode; readonly message: string; readonly cause?: unknown };
