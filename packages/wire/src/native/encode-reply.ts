import type { Answer, Citation, Excerpt, ModelUse, SectionLink, Statement } from '@ibid/core';
import type { WireContext } from '../dialect.ts';
import { answerText } from '../shared/answer-text.ts';
import type {
  NativeCitation,
  NativeExcerpt,
  NativeModelUse,
  NativeReply,
  NativeSection,
  NativeShown,
  NativeStatement,
} from './reply.ts';
import { hrefTo } from '../shared/text-fragment.ts';

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

/** The whole answer; equal answers give equal bytes. */
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
