/** The native contract as it comes over the wire. Held equal to `@ibid/wire` by a test, so that the widget needs none of its code. */

export type StatementKind = 'sentence' | 'step' | 'code' | 'row' | 'item';

export interface Statement {
  readonly kind: StatementKind;
  readonly text: string;
  /** Footnote numbers, at least one. */
  readonly citations: readonly number[];
  /** Side of a contradiction, from 1; 0 otherwise. */
  readonly side: number;
  /** Of code; `''` when the page does not say. */
  readonly language: string;
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

export interface ModelUse {
  readonly name: string;
  /** Why the pages are quoted instead of, or after, what the model said; `null` when its answer is whole. */
  readonly fault: string | null;
}

export interface Reply {
  readonly request_id: string;
  readonly outcome: 'answered' | 'insufficient' | 'refused';
  /** The question as it was searched for. */
  readonly asked: string;
  /** Markdown without footnote numbers; `''` unless answered. */
  readonly answer: string;
  /** What the reader is told beside or instead of the answer; may be `''`. */
  readonly message: string;
  readonly statements: readonly Statement[];
  readonly citations: readonly Citation[];
  readonly nearest: readonly SectionLink[];
  /** `code: text` each. */
  readonly warnings: readonly string[];
  /** Statements that could not be proved and are not shown. */
  readonly withheld: number;
  readonly answerer: string;
  readonly model: ModelUse | null;
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
  /** Oldest first, at most 20. */
  readonly history?: readonly Turn[];
}
