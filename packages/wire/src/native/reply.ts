import type { Answer, ModelFault, StatementKind } from '@ibid/core';

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

export interface NativeModelUse {
  /** The last one called; `''` where none was. */
  readonly name: string;
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** In `currency`; `null` where a model has no price. */
  readonly cost: number | null;
  /** ISO 4217; `null` where there are no prices. */
  readonly currency: string | null;
  /** Why the pages are quoted instead of, or after, what the model said; `null` when its answer is whole. */
  readonly fault: ModelFault | null;
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
  /** What models did for it; `null` where none was asked. */
  readonly model: NativeModelUse | null;
  readonly generation: number;
}
