/** Questions, replies, searches and streams of the native dialect. Static sites use this too, so it needs no schema. */
import type {
  AskRequest as ClientRequest,
  Citation,
  Excerpt,
  ModelUse,
  Reply,
  SectionLink,
  Shown,
  Statement,
} from '@ibid/client';
import type * as core from '@ibid/core/types';
import type { AskRequest, Decoded, StreamEncoder, WireContext } from '../dialect.ts';
import {
  cleanText,
  decodedAs,
  oneOfNames,
  readPage,
  readScope,
  readSelection,
  required,
} from '../shared/read-request.ts';
import { answerText, eventFrame, hrefTo } from '../shared/replies.ts';
import { encodeFailureBody } from '../shared/failures.ts';

type Optional<T> = T | null | undefined;
type Fields<T> = { readonly [K in keyof T]?: T[K] | undefined };
type Selected = Fields<Omit<NonNullable<ClientRequest['selection']>, 'only'>>;

/** Validated fields of a native question: those that clients send, and another name of the question. */
export interface NativeQuestion extends Fields<Omit<ClientRequest, 'selection' | 'history' | 'exact'>> {
  readonly query_text?: string | undefined;
  readonly selection?: Optional<Selected & { readonly only?: Optional<boolean> }>;
  readonly history?: Optional<core.Question['history']>;
  readonly exact?: Optional<boolean>;
}

/** Cleans the texts of fields that were not validated by this dialect's schema, and drops blank ones. */
export function cleanQuestion({ selection, history, ...fields }: NativeQuestion): NativeQuestion {
  return {
    ...cleaned(fields),
    ...(selection == null ? {} : { selection: cleaned(selection) }),
    ...(history == null ? {} : { history: history.map((turn) => ({ ...turn, text: cleanText(turn.text) })) }),
  };
}

function cleaned<T extends object>(fields: T): T {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? cleanText(value) : value,
  ]);
  return Object.fromEntries(texts.filter(([, value]) => value !== '')) as T;
}

/** Builds a question from validated fields, and checks rules that involve several fields. */
export function readQuestion(fields: NativeQuestion): Decoded<Omit<AskRequest, 'stream'>> {
  const { query, query_text, history, max_citations, exact, section, locale, version } = fields;
  const asked = oneOfNames({ query, query_text });
  const { only, ...selected } = fields.selection ?? { text: undefined };
  const { selection, notes } = readSelection({ text: undefined, ...selected });
  const place = readPage({ page: fields.page }, selection !== undefined && only !== false);
  const missing = asked.value === undefined && asked.issues.length === 0 ? [required('query')] : [];
  const issues = [...asked.issues, ...missing, ...place.issues];
  const where = readScope({ page: place.page, section, locale, version });
  const question: core.Question = {
    text: asked.value ?? '',
    history: history ?? [],
    ...(selection === undefined ? {} : only === false ? { about: selection } : { selection }),
    ...(where === undefined ? {} : { where }),
    ...(max_citations === undefined ? {} : { maxCitations: max_citations }),
    ...(exact === true ? { exact: true } : {}),
  };
  return decodedAs({ question }, issues, { notes: [...notes, ...place.notes] });
}

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

function encodeCitation(citation: core.Citation): NativeCitation {
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

function encodeStatement(statement: core.Statement): Statement {
  const { citations, side, excerpt } = statement;
  return { ...encodeShown(statement), citations, side, excerpt: excerpt ?? null };
}

function encodeExcerpt(excerpt: core.Excerpt): Excerpt {
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

/**
 * Creates the encoder of one stream: server-sent events, named as the neutral events, with one line of JSON as data.
 *
 *   run-start           {request_id}
 *   retrieval-end       {passages: [{label, chunk_id, url, anchor, title, section, similarity}]}   no passage text
 *   search-end          {passages}   passages added by a further search of the model
 *   excerpt-start       {index, …}   an excerpt as in the reply; before its first statement
 *   citation-verified   a citation as in the reply; always before the statements that use it
 *   statement-verified  a statement as in the reply
 *   fallback-start      {fault}   the model has failed; the rest is quoted from the pages
 *   run-end             the whole JSON reply
 *   run-error           the failure body
 *
 * A stream ends with exactly one of the last two. A client that receives neither has lost the connection.
 */
export function createStreamEncoder(context: WireContext): StreamEncoder {
  let retrieved = false;
  return {
    encode(event) {
      retrieved ||= event.type === 'retrieval-end';
      return [eventFrame(event.type, encodeEvent(event, context, retrieved))];
    },
  };
}

function encodeEvent(event: core.AnswerEvent, context: WireContext, retrieved: boolean): unknown {
  switch (event.type) {
    case 'run-start':
      return { request_id: context.requestId };
    case 'retrieval-end':
      return { passages: event.passages.map(encodePassage) };
    case 'search-end':
      // The search terms are left out: they are a model's own words, which nothing proves.
      return { passages: event.passages.map(encodePassage) };
    case 'fallback-start':
      return { fault: event.fault };
    case 'excerpt-start':
      return { index: event.index, ...encodeExcerpt(event.excerpt) };
    case 'citation-verified':
      return encodeCitation(event.citation);
    case 'statement-verified':
      return encodeStatement(event.statement);
    case 'run-end':
      return encodeReply(event.answer, context);
    case 'run-error':
      return encodeFailureBody(
        { code: event.code, message: event.message, stage: retrieved ? 'answer' : 'retrieval' },
        context.requestId,
      );
  }
}

function encodePassage({ label, chunk, similarity }: core.Passage): unknown {
  return {
    label,
    chunk_id: chunk.id,
    url: chunk.url,
    anchor: chunk.anchor,
    title: chunk.title,
    section: chunk.heading,
    similarity,
  };
}

type LookupPage = core.Lookup['pages'][number];

/** JSON reply to a search box. */
export interface NativeSearch extends Pick<core.Lookup, 'corrected' | 'generation'> {
  readonly request_id: string;
  readonly pages: readonly (Pick<LookupPage, 'url' | 'title' | 'locale' | 'version'> & {
    readonly sections: readonly (core.LookupSection & { readonly href: string })[];
  })[];
}

export function encodeSearch(
  { pages, corrected, generation }: core.Lookup,
  { requestId }: Pick<WireContext, 'requestId'>,
): NativeSearch {
  return {
    request_id: requestId,
    pages: pages.map(({ url, title, locale, version, sections }) => ({
      url,
      title,
      locale,
      version,
      sections: sections.map(({ anchor, headings, kind, snippet, ...section }) => {
        const quote = kind === 'text' || kind === 'code' ? snippet.text : '';
        return { url: section.url, anchor, href: hrefTo({ ...section, anchor }, quote), headings, kind, snippet };
      }),
    })),
    corrected,
    generation,
  };
}
