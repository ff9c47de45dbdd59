/** The native contract as sent over the wire. The server's codec implements these types; clients need none of its code. */

export type StatementKind = 'sentence' | 'step' | 'code' | 'row' | 'item' | 'header' | 'label';

export type MarkKind = 'code' | 'strong' | 'emphasis' | 'sub' | 'sup' | 'math' | 'link';

/** Formatting or link of a range of a statement's text. */
export interface Mark {
  readonly kind: MarkKind;
  /** Offsets in the text, in UTF-16 units. Clip them to the text before use. */
  readonly start: number;
  readonly end: number;
  /** Link target; `''` for other kinds. */
  readonly href: string;
}

/** A statement as displayed, cited or not. */
export interface Shown {
  readonly kind: StatementKind;
  readonly text: string;
  /** Language of code; `''` if the page names none. */
  readonly language: string;
  /** Adjacent statements with the same number belong to one paragraph, list item or table. */
  readonly block: number;
  /** Nesting level of the list; 0 outside lists. */
  readonly depth: number;
  /** Number of a step on its page; 0 for anything else. */
  readonly ordinal: number;
  /** True if the statement answers the question by itself. */
  readonly lit: boolean;
  readonly marks: readonly Mark[];
}

export interface Statement extends Shown {
  /** Footnote numbers, at least one. */
  readonly citations: readonly number[];
  /** Side of a contradiction, from 1; 0 if there is none. */
  readonly side: number;
  /** Index of its excerpt in the reply, from 0; `null` if a model worded it. */
  readonly excerpt: number | null;
}

export interface SectionLink {
  readonly url: string;
  /** Id in the page; `''` for its top. */
  readonly anchor: string;
  /** Link that opens the page at the section or, for a citation, at the quoted words. */
  readonly href: string;
  readonly title: string;
  readonly section: string;
}

export interface Citation extends SectionLink {
  /** Footnote number, from 1. */
  readonly index: number;
  /** Verbatim words of the page. */
  readonly quote: string;
  readonly chunk_id: string;
  /** 0 to 1. */
  readonly similarity: number;
}

/** A contiguous part of one section. */
export interface Excerpt extends SectionLink {
  /** Headings from the top of the page down to the section, without the page title. */
  readonly headings: readonly string[];
}

/** A passage close to a question that the pages do not answer. */
export interface Closest extends Excerpt {
  readonly statements: readonly Shown[];
}

/** Additional information about an answer, for the reader. */
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
  /** Reason why the pages are quoted instead of, or after, the model's wording; `null` if its answer is complete. */
  readonly fault: string | null;
}

/** The parts of a reply that are displayed. */
export interface AnswerParts {
  /** Message shown with, or instead of, the answer; may be `''`. */
  readonly message: string;
  readonly statements: readonly Statement[];
  readonly excerpts: readonly Excerpt[];
  readonly citations: readonly Citation[];
  readonly nearest: readonly SectionLink[];
  readonly closest: readonly Closest[];
  readonly corrected: readonly Correction[];
  readonly warnings: readonly Warning[];
  /** Number of statements that could not be proved and are not shown. */
  readonly withheld: number;
}

export interface Reply extends AnswerParts {
  readonly request_id: string;
  readonly outcome: 'answered' | 'insufficient' | 'refused';
  /** The question as searched for. */
  readonly asked: string;
  /** Markdown without footnote numbers; `''` unless answered. */
  readonly answer: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly answerer: string;
  readonly model: ModelUse | null;
  /** Generation of the index; it increases whenever pages change. */
  readonly generation: number;
}

export interface Turn {
  readonly role: 'reader' | 'assistant';
  readonly text: string;
}

export interface AskRequest {
  /** 1 to 2,000 characters after trimming. */
  readonly query: string;
  /** Text that the reader selected. With `only: false` all pages may answer, and the selection only gives context. */
  readonly selection?: {
    readonly text: string;
    readonly url?: string;
    readonly section?: string;
    readonly only?: boolean;
  };
  /** Address of the only page to answer from. */
  readonly page?: string;
  /** Heading or anchor on `page`. */
  readonly section?: string;
  readonly locale?: string;
  readonly version?: string;
  /** Maximum number of footnotes, 1 to 20. */
  readonly max_citations?: number;
  /** Searches the words as typed, without correcting spelling. */
  readonly exact?: boolean;
  /** Earlier turns, oldest first, at most 20. */
  readonly history?: readonly Turn[];
}

export interface SearchRequest {
  /** Text of a search box, at most 200 characters. The last word may be unfinished; white space after it says that it is complete. */
  readonly query: string;
  /** Maximum number of pages, 1 to 20. @default 8 */
  readonly limit?: number;
  readonly locale?: string;
  readonly version?: string;
}

/** Text of a page with the ranges of its matching words, in UTF-16 units. */
export interface LitText {
  readonly text: string;
  readonly lit: readonly { readonly start: number; readonly end: number }[];
}

export interface FoundSection {
  readonly url: string;
  /** `''` for the top of the page. */
  readonly anchor: string;
  /** Opens the page at the section, or at the words of `snippet`. */
  readonly href: string;
  /** From the top of the page down to the section, without the title. */
  readonly headings: readonly LitText[];
  /** Part of the page where the words were found. */
  readonly kind: 'page' | 'heading' | 'text' | 'code';
  /** Line or sentence with most of the words. */
  readonly snippet: LitText;
}

export interface FoundPage {
  /** Address of the page as it is in the index. */
  readonly url: string;
  readonly title: LitText;
  readonly locale: string;
  readonly version: string;
  /** Best first; at least one. */
  readonly sections: readonly FoundSection[];
}

export interface SearchReply {
  readonly request_id: string;
  /** Best first. */
  readonly pages: readonly FoundPage[];
  readonly corrected: readonly Correction[];
  /** Generation of the index; it increases whenever pages change. */
  readonly generation: number;
}

/** Reason why an answer broke off or never began. Readers see a different message for each kind. */
export type FailureKind =
  | 'offline'
  | 'unreachable'
  | 'rate-limited'
  | 'unavailable'
  | 'invalid'
  | 'timeout'
  | 'cut'
  /** Something else answers at the address, such as a static file host. */
  | 'missing'
  | 'error';

export interface Failure {
  readonly kind: FailureKind;
  /** The server's message if it is fit for readers, else `''`. */
  readonly message: string;
  /** Seconds until a retry makes sense; 0 if unknown. */
  readonly retryAfter: number;
  /** Id of the request; `''` if the server was not reached. */
  readonly requestId: string;
}

/** Event while one question is answered. Exactly one of the last three types comes, and comes last. */
export type AskEvent =
  | { readonly type: 'started'; readonly requestId: string }
  /** Sent before the excerpt's first statement; excerpts arrive in order. */
  | { readonly type: 'excerpt'; readonly excerpt: Excerpt }
  | { readonly type: 'citation'; readonly citation: Citation }
  | { readonly type: 'statement'; readonly statement: Statement }
  | { readonly type: 'fallback'; readonly fault: string }
  | { readonly type: 'done'; readonly reply: Reply }
  | { readonly type: 'stopped' }
  | { readonly type: 'failed'; readonly failure: Failure };
