import type {
  Answer,
  Citation,
  Excerpt,
  MarkKind,
  ModelFault,
  ModelUse,
  SectionLink,
  Statement,
  StatementKind,
  Warning,
} from '@ibid/core/types';
import type { WireContext } from '../dialect.ts';
import { answerText } from '../shared/answer-text.ts';
import { hrefTo } from '../shared/text-fragment.ts';

export interface NativeCitation {
  /** Footnote number, from 1. */
  readonly index: number;
  readonly url: string;
  readonly anchor: string;
  /** Link that opens the page at the quoted words if the browser supports text fragments, else at the section. */
  readonly href: string;
  readonly title: string;
  readonly section: string;
  /** Verbatim text of the page. */
  readonly quote: string;
  /** Offsets of `quote` in the chunk, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly chunk_id: string;
  /** 0 to 1; 1 for a passage of a selection, because the reader chose it. */
  readonly similarity: number;
}

/** Formatting or link of a range of a statement's text. */
export interface NativeMark {
  readonly kind: MarkKind;
  /** Offsets in `text`, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Link target, a page of the index; `''` for other kinds. */
  readonly href: string;
}

/** A statement as displayed, cited or not. */
export interface NativeShown {
  readonly kind: StatementKind;
  readonly text: string;
  readonly language: string;
  /** Adjacent statements with the same number belong to one paragraph, list item or table. */
  readonly block: number;
  /** Nesting level of the list; 0 outside lists. */
  readonly depth: number;
  /** Number of a step on its page; 0 for anything else. */
  readonly ordinal: number;
  /** True if the statement answers the question by itself. The rest of its excerpt gives context. */
  readonly lit: boolean;
  readonly marks: readonly NativeMark[];
}

export interface NativeStatement extends NativeShown {
  readonly citations: readonly number[];
  readonly side: number;
  /** Index of its excerpt in the reply, from 0; `null` if a model worded it. */
  readonly excerpt: number | null;
}

export interface NativeSection {
  readonly url: string;
  readonly anchor: string;
  readonly href: string;
  readonly title: string;
  readonly section: string;
}

/** A contiguous part of one section, shown whole. */
export interface NativeExcerpt extends NativeSection {
  /** Headings from the top of the page down to the section, without the page title. */
  readonly headings: readonly string[];
}

/** A passage close to a question that the pages may not answer. It has no citations. */
export interface NativeClosest extends NativeExcerpt {
  readonly statements: readonly NativeShown[];
}

export interface NativeModelUse {
  /** Name of the last model called; `''` if none was. */
  readonly name: string;
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** In `currency`; `null` if a model has no price. */
  readonly cost: number | null;
  /** ISO 4217; `null` if there are no prices. */
  readonly currency: string | null;
  /** Reason why the pages are quoted instead of, or after, the model's wording; `null` if its answer is complete. */
  readonly fault: ModelFault | null;
}

/** The JSON reply, and the data of the stream's last event. */
export interface NativeReply {
  readonly request_id: string;
  readonly outcome: Answer['outcome'];
  /** The question as searched for: as sent, or completed from the history. */
  readonly asked: string;
  /** The statements as Markdown without footnote numbers; `''` unless answered. */
  readonly answer: string;
  readonly message: string;
  readonly statements: readonly NativeStatement[];
  /** Source excerpts of a quoted answer, in display order; empty if a model worded it. */
  readonly excerpts: readonly NativeExcerpt[];
  readonly citations: readonly NativeCitation[];
  readonly nearest: readonly NativeSection[];
  /** Best passages if the outcome is `insufficient` and any come close: at most three, best first. */
  readonly closest: readonly NativeClosest[];
  /** Words of the question that were searched in another spelling. */
  readonly corrected: readonly { readonly from: string; readonly to: string }[];
  readonly warnings: readonly Warning[];
  readonly withheld: number;
  readonly confidence: number;
  readonly answerer: string;
  /** Model usage for this reply; `null` if no model was called. */
  readonly model: NativeModelUse | null;
  readonly generation: number;
}

export function encodeCitation(citation: Citation): NativeCitation {
  return {
    index: citation.index,
    url: citation.url,
    anchor: citation.anchor,
    href: hrefTo(citation, citation.quote),
    title: citation.title,
    section: citation.heading,
    quote: citation.quote,
    start: citation.start,
    end: citation.end,
    chunk_id: citation.chunkId,
    similarity: citation.similarity,
  };
}

function encodeShown(statement: Omit<Statement, 'citations' | 'side' | 'excerpt'>): NativeShown {
  const { kind, text, language, block, depth, ordinal, lit, marks } = statement;
  return { kind, text, language, block, depth, ordinal, lit, marks };
}

export function encodeStatement(statement: Statement): NativeStatement {
  const { citations, side, excerpt } = statement;
  return { ...encodeShown(statement), citations, side, excerpt: excerpt ?? null };
}

export function encodeExcerpt(excerpt: Excerpt): NativeExcerpt {
  return { ...encodeSection(excerpt), headings: excerpt.headings };
}

function encodeSection(link: SectionLink): NativeSection {
  return { url: link.url, anchor: link.anchor, href: hrefTo(link), title: link.title, section: link.heading };
}

const MICRO = 1_000_000;

function encodeModelUse(use: ModelUse | undefined): NativeModelUse | null {
  if (use === undefined) return null;
  const { model, calls, microCost, currency, fault } = use;
  return {
    name: model,
    calls: calls.length,
    input_tokens: calls.reduce((sum, call) => sum + call.inputTokens, 0),
    output_tokens: calls.reduce((sum, call) => sum + call.outputTokens, 0),
    cost: microCost === undefined ? null : microCost / MICRO,
    currency: currency === '' ? null : currency,
    fault: fault ?? null,
  };
}

/** Encodes a whole answer. Equal answers give equal bytes. */
export function encodeReply(answer: Answer, context: Pick<WireContext, 'requestId' | 'notes'>): NativeReply {
  return {
    request_id: context.requestId,
    outcome: answer.outcome,
    asked: answer.asked,
    answer: answerText(answer.statements),
    message: answer.message,
    statements: answer.statements.map(encodeStatement),
    excerpts: answer.excerpts.map(encodeExcerpt),
    citations: answer.citations.map(encodeCitation),
    nearest: answer.nearest.map(encodeSection),
    closest: answer.closest.map((passage) => ({
      ...encodeExcerpt(passage),
      statements: passage.statements.map(encodeShown),
    })),
    corrected: answer.corrected,
    warnings: [...context.notes, ...answer.warnings],
    withheld: answer.withheld,
    confidence: answer.confidence,
    answerer: answer.answerer,
    model: encodeModelUse(answer.model),
    generation: answer.generation,
  };
}
