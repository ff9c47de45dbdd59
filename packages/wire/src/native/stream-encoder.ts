/**
 * Encodes the native stream: server-sent events, named as the neutral events, with one line of JSON as data.
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
import type { AnswerEvent, Passage } from '@ibid/core/types';
import type { StreamEncoder, WireContext } from '../dialect.ts';
import { encodeFailureBody } from '../shared/failures.ts';
import { eventFrame } from '../shared/token-stream.ts';
import { encodeCitation, encodeExcerpt, encodeReply, encodeStatement } from './reply.ts';

/** Creates the encoder of one response. */
export function createStreamEncoder(context: WireContext): StreamEncoder {
  let retrieved = false;
  return {
    encode(event) {
      retrieved ||= event.type === 'retrieval-end';
      return [eventFrame(event.type, encodeEvent(event, context, retrieved))];
    },
  };
}

function encodeEvent(event: AnswerEvent, context: WireContext, retrieved: boolean): unknown {
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

function encodePassage({ label, chunk, similarity }: Passage): unknown {
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
