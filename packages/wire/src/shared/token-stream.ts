/**
 * The stream of the borrowed vocabularies, as server-sent events:
 *
 *   token   {text}            a piece of the answer's text, in order; joined they are the text of the reply
 *   final   the JSON reply    ends a run that has an answer, or says that there is none
 *   error   the failure body  ends a failed run
 *
 * A vocabulary may add events of its own before the last one. Exactly one of `final` and `error` ends a stream; a client that
 * sees neither has lost the connection. Sentences are sent when they are proved, so nothing is ever taken back.
 */
import type { AnswerEvent, Citation, Passage, Statement } from '@ibid/core/types';
import type { FinishedRun, StreamEncoder, WireFailure } from '../dialect.ts';
import { answerText, certainStatements, footnotesOf, shownText, type FootnotesBy } from './answer-text.ts';

interface TokenStreamOptions {
  readonly footnotesBy: FootnotesBy;
  readonly encodeReply: (run: FinishedRun) => unknown;
  readonly encodeFailure: (failure: WireFailure) => unknown;
}

/** For one response; ignores everything after the terminal event. */
export function tokenStream({ footnotesBy, encodeReply, encodeFailure }: TokenStreamOptions): StreamEncoder {
  const citations: Citation[] = [];
  const statements: Statement[] = [];
  let passages: readonly Passage[] = [];
  let isRetrieved = false;
  let isEnded = false;
  let sent = '';

  /** Frames for what `text` has beyond what was sent: the pieces joined are `shownText` of the finished answer, byte for byte. */
  const upTo = (text: string): readonly string[] => {
    const piece = text.slice(sent.length);
    sent = text;
    return piece === '' ? [] : [eventFrame('token', { text: piece })];
  };

  function frames(event: AnswerEvent): readonly string[] {
    switch (event.type) {
      case 'run-start':
      case 'fallback-start':
      case 'excerpt-start':
        return [];
      case 'retrieval-end':
        ({ passages } = event);
        isRetrieved = true;
        return [];
      case 'search-end':
        passages = [...passages, ...event.passages];
        return [];
      case 'citation-verified':
        citations.push(event.citation);
        return [];
      case 'statement-verified':
        statements.push(event.statement);
        return upTo(answerText(certainStatements(statements), footnotesOf(citations, footnotesBy)));
      case 'run-end': {
        const { answer } = event;
        return [...upTo(shownText(answer, footnotesBy)), eventFrame('final', encodeReply({ answer, passages }))];
      }
      case 'run-error': {
        const { code, message } = event;
        return [eventFrame('error', encodeFailure({ code, message, stage: isRetrieved ? 'answer' : 'retrieval' }))];
      }
    }
  }

  return {
    contentType: 'text/event-stream',
    heartbeat: HEARTBEAT,
    encode(event) {
      if (isEnded) return [];
      isEnded = event.type === 'run-end' || event.type === 'run-error';
      return frames(event);
    },
  };
}

/** A comment, which every client ignores. */
export const HEARTBEAT = ': still here\n\n';

/** One server-sent event. JSON.stringify escapes line breaks, so the data always fit one `data:` line. */
export function eventFrame(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
