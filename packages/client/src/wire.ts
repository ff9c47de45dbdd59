/** The native contract as it comes over the wire. Held equal to `@ibid/wire` by a test, so that clients need none of its code. */

export type StatementKind = 'sentence' | 'step' | 'code' | 'row' | 'item' | 'header' | 'label';

export type MarkKind = 'code' | 'strong' | 'emphasis' | 'strike' | 'sub' | 'sup' | 'math' | 'link';

/** Formatting of a run of a statement's text. */
export interface Mark {
  readonly kind: MarkKind;
  /** Offsets in the text, UTF-16 units. Whoever shows it clips them. */
  readonly start: number;
  readonly end: number;
  /** Of a link; `''` for other kinds. */
  readonly href: string;
}

/** A part of the answer, cited or not. */
export interface Shown {
  readonly kind: StatementKind;
  readonly text: string;
  /** Of code; `''` when the page does not say. */
  readonly language: string;
  /** Neighbours with one number are of one paragraph, list item or table. */
  readonly block: number;
  /** List levels above; 0 outside of lists. */
  readonly depth: number;
  /** Number that a step shows on its page; 0 otherwise. */
  readonly ordinal: number;
  /** Answers the question by itself. */
  readonly lit: boolean;
  readonly marks: readonly Mark[];
}

export interface Statement extends Shown {
  /** Footnote numbers, at least one. */
  readonly citations: readonly number[];
  /** Side of a contradiction, from 1; 0 otherwise. */
  readonly side: number;
  /** Which of the excerpts it belongs to, from 0; `null` for what a model worded. */
  readonly excerpt: number | null;
}

export interface SectionLink {
  readonly url: string;
  /** Id in the page; `''` is its top. */
  readonly anchor: string;
  /** Opens the page at the section, of a citation at the quoted words. */
  readonly href: string;
  readonly title: string;
  readonly section: string;
}

export interface Citation extends SectionLink {
  /** Footnote number from 1. */
  readonly index: number;
  /** Verbatim words of the page. */
  readonly quote: string;
  readonly chunk_id: string;
  /** 0 to 1. */
  readonly similarity: number;
}

/** A contiguous stretch of one section. */
export interface Excerpt extends SectionLink {
  /** Headings from the page's top down to the section, the page title left out. */
  readonly headings: readonly string[];
}

/** A passage that comes close where the pages do not answer. */
export interface Closest extends Excerpt {
  readonly statements: readonly Shown[];
}

/** A note for the reader about an answer. */
export interface Warning {
  readonly code: string;
  readonly text: string;
}

/** A word that was searched in another spelling. */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

export interface ModelUse {
  readonly name: string;
  /** Why the pages are quoted instead of, or after, what the model said; `null` when its answer is whole. */
  readonly fault: string | null;
}

/** The parts of a reply that are shown. */
export interface AnswerParts {
  /** Message for the reader in addition to the answer or instead of it; may be `''`. */
  readonly message: string;
  readonly statements: readonly Statement[];
  readonly excerpts: readonly Excerpt[];
  readonly citations: readonly Citation[];
  readonly nearest: readonly SectionLink[];
  readonly closest: readonly Closest[];
  readonly corrected: readonly Correction[];
  readonly warnings: readonly Warning[];
  /** Statements that could not be proved and are not shown. */
  readonly withheld: number;
}

export interface Reply extends AnswerParts {
  readonly request_id: string;
  readonly outcome: 'answered' | 'insufficient' | 'refused';
  /** The question as it was searched for. */
  readonly asked: string;
  /** Markdown without footnote numbers; `''` unless answered. */
  readonly answer: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly answerer: string;
  readonly model: ModelUse | null;
  /** Of the index: higher once pages have changed. */
  readonly generation: number;
}

export interface Turn {
  readonly role: 'reader' | 'assistant';
  readonly text: string;
}

export interface AskRequest {
  /** 1 to 2,000 characters after trimming. */
  readonly query: string;
  /** `only: false` lets all pages answer; the passage then says what is meant. */
  readonly selection?: {
    readonly text: string;
    readonly url?: string;
    readonly section?: string;
    readonly only?: boolean;
  };
  /** Address of the one page to answer from. */
  readonly page?: string;
  /** Heading or anchor on `page`. */
  readonly section?: string;
  readonly locale?: string;
  readonly version?: string;
  /** Maximum number of footnotes, from 1 to 20. */
  readonly max_citations?: number;
  /** Searches the words as typed, also those that look misspelt. */
  readonly exact?: boolean;
  /** Oldest first, at most 20. */
  readonly history?: readonly Turn[];
}

/** Why an answer broke off or never began, as the reader should see it told apart. */
export type FailureKind =
  | 'offline'
  | 'unreachable'
  | 'rate-limited'
  | 'unavailable'
  | 'invalid'
  | 'timeout'
  | 'cut'
  /** Something else answers at the address, such as a host of files. */
  | 'missing'
  | 'error';

export interface Failure {
  readonly kind: FailureKind;
  /** From the server where it said something fit for readers, else `''`. */
  readonly message: string;
  /** Seconds until another try makes sense; 0 when nobody said. */
  readonly retryAfter: number;
  /** `''` where the server was not reached. */
  readonly requestId: string;
}

/** Event while one question is answered. Exactly one of the last three kinds occurs, as the last event. */
export type AskEvent =
  | { readonly type: 'started'; readonly requestId: string }
  /** Before its first statement; they come in their order. */
  | { readonly type: 'excerpt'; readonly excerpt: Excerpt }
  | { readonly type: 'citation'; readonly citation: Citation }
  | { readonly type: 'statement'; readonly statement: Statement }
  | { readonly type: 'fallback'; readonly fault: string }
  | { readonly type: 'done'; readonly reply: Reply }
  | { readonly type: 'stopped' }
  | { readonly type: 'failed'; readonly failure: Failure };
