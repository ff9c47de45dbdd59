/**
 * Server-sent event streams of the borrowed dialects: pieces of the answer's text in order, then the end of the run or a failure. The
 * joined pieces equal the text of the reply. Sentences are sent only once proved, so nothing is ever retracted.
 */
import type { AnswerEvent, Citation, Passage, Statement } from '@ibid/core/types';
import type { FinishedRun, StreamEncoder, WireFailure } from '../dialect.ts';
import { answerText, certainStatements, footnotesOf, shownText, type FootnotesBy } from './answer-text.ts';

/** Functions that build a dialect's frames. */
interface TokenStreamOptions {
  readonly footnotesBy: FootnotesBy;
  readonly piece: (text: string) => readonly string[];
  /** `text` is the whole text of the reply. */
  readonly end: (run: FinishedRun, text: string) => readonly string[];
  readonly failure: (failure: WireFailure) => readonly string[];
}

/** Creates the encoder of one response. It ignores everything after the terminal event. */
export function tokenStream({ footnotesBy, piece, end, failure }: TokenStreamOptions): StreamEncoder {
  const citations: Citation[] = [];
  const statements: Statement[] = [];
  let passages: readonly Passage[] = [];
  let isRetrieved = false;
  let isEnded = false;
  let sent = '';

  /** Returns frames for the part of `text` not yet sent. The joined pieces equal `shownText` of the finished answer, byte for byte. */
  const upTo = (text: string): readonly string[] => {
    const added = text.slice(sent.length);
    sent = text;
    return added === '' ? [] : piece(added);
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
        return [...upTo(shownText(answer, footnotesBy)), ...end({ answer, passages }, sent)];
      }
      case 'run-error': {
        const { code, message } = event;
        return failure({ code, message, stage: isRetrieved ? 'answer' : 'retrieval' });
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

/** An SSE comment, which every client ignores. */
export const HEARTBEAT = ': still here\n\n';

/** Formats one server-sent event. JSON.stringify escapes line breaks, so the data always fits one `data:` line. */
export function eventFrame(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
