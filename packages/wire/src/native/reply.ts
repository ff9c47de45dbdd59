import type { Citation, Excerpt, ModelUse, Reply, SectionLink, Shown, Statement } from '@ibid/client';
import type * as core from '@ibid/core/types';
import type { WireContext } from '../dialect.ts';
import { answerText } from '../shared/answer-text.ts';
import { hrefTo } from '../shared/replies.ts';

interface NativeCitation extends Citation {
  /** Offsets of `quote` in the chunk, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

interface NativeModelUse extends ModelUse {
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** In `currency`; `null` if a model has no price. */
  readonly cost: number | null;
  /** ISO 4217; `null` if there are no prices. */
  readonly currency: string | null;
}

/** The JSON reply, and the data of the stream's last event: what clients read, and some more. */
export interface NativeReply extends Reply {
  readonly citations: readonly NativeCitation[];
  /** Model usage for this reply; `null` if no model was called. */
  readonly model: NativeModelUse | null;
}

export function encodeCitation(citation: core.Citation): NativeCitation {
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

function encodeShown(statement: Omit<core.Statement, 'citations' | 'side' | 'excerpt'>): Shown {
  const { kind, text, language, block, depth, ordinal, lit, marks } = statement;
  return { kind, text, language, block, depth, ordinal, lit, marks };
}

export function encodeStatement(statement: core.Statement): Statement {
  const { citations, side, excerpt } = statement;
  return { ...encodeShown(statement), citations, side, excerpt: excerpt ?? null };
}

export function encodeExcerpt(excerpt: core.Excerpt): Excerpt {
  return { ...encodeSection(excerpt), headings: excerpt.headings };
}

function encodeSection(link: core.SectionLink): SectionLink {
  return { url: link.url, anchor: link.anchor, href: hrefTo(link), title: link.title, section: link.heading };
}

const MICRO = 1_000_000;

function encodeModelUse(use: core.ModelUse | undefined): NativeModelUse | null {
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
export function encodeReply(answer: core.Answer, context: Pick<WireContext, 'requestId' | 'notes'>): NativeReply {
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
