import type { Answer, StatementKind } from '@ibid/core';

export interface NativeCitation {
  /** Footnote number from 1. */
  readonly index: number;
  readonly url: string;
  readonly anchor: string;
  /** Opens the page at the quoted words where the browser knows text fragments, else at the section. */
  readonly href: string;
  readonly title: string;
  readonly section: string;
  /** Verbatim. */
  readonly quote: string;
  /** Offsets of `quote` in the chunk, UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly chunk_id: string;
  /** 0 to 1; 1 for a passage of a selection, which the reader chose. */
  readonly similarity: number;
}

export interface NativeStatement {
  readonly kind: StatementKind;
  readonly text: string;
  readonly citations: readonly number[];
  readonly side: number;
  readonly language: string;
}

export interface NativeSection {
  readonly url: string;
  readonly anchor: string;
  readonly href: string;
  readonly title: string;
  readonly section: string;
}

/** The JSON reply, and the data of the stream's last event. */
export interface NativeReply {
  readonly request_id: string;
  readonly outcome: Answer['outcome'];
  /** The question as it was searched for: as sent, or made complete from the history. */
  readonly asked: string;
  /** The statements as Markdown without footnote numbers; `''` unless answered. */
  readonly answer: string;
  readonly message: string;
  readonly statements: readonly NativeStatement[];
  readonly citations: readonly NativeCitation[];
  readonly nearest: readonly NativeSection[];
  readonly warnings: readonly string[];
  readonly withheld: number;
  readonly confidence: number;
  readonly answerer: string;
  readonly generation: number;
}
