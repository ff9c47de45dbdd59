/**
 * Server-sent event streams of the borrowed dialects: pieces of the answer's text in order, then the end of the run or a failure. The
 * joined pieces equal the text of the reply. Sentences are sent only once proved, so nothing is ever retracted.
 */
import type { Citation, Passage, Statement } from '@ibid/core/types';
import type { FinishedRun, StreamEncoder, WireFailure } from '../dialect.ts';
import { answerText, certainStatements, footnotesOf, shownText, type FootnotesBy } from './answer-text.ts';

/** Functions that build a dialect's frames. */
interface TokenStreamOptions {
  readonly footnotesBy: FootnotesBy;
  readonly piece: (text: string) => readonly string[];
  /** `text` is the whole text of the reply. */
  readonly end: (run: FinishedRun, text: string) => readonly string[];
  readonly failure: (failure: WireFailure) => readonly string[];
  /** Each state is reached at most once, in this order; `Complete` only before `end`. */
  readonly state?: (state: 'Idle' | 'Processing' | 'Generating' | 'Complete') => readonly string[];
}

/** Creates the encoder of one response. */
export function tokenStream(options: TokenStreamOptions): StreamEncoder {
  const { footnotesBy, piece, end, failure, state = () => [] } = options;
  const citations: Citation[] = [];
  const statements: Statement[] = [];
  let passages: readonly Passage[] | undefined;
  let sent = '';

  /** Returns frames for the part of `text` not yet sent. The joined pieces equal `shownText` of the finished answer, byte for byte. */
  const upTo = (text: string): readonly string[] => {
    const added = text.slice(sent.length);
    const begun = sent === '' && added !== '' ? state('Generating') : [];
    sent = text;
    return added === '' ? [] : [...begun, ...piece(added)];
  };

  return {
    encode(event) {
      switch (event.type) {
        case 'run-start':
          return [...state('Idle'), ...state('Processing')];
        case 'fallback-start':
        case 'excerpt-start':
          return [];
        case 'retrieval-end':
        case 'search-end':
          passages = [...(passages ?? []), ...event.passages];
          return [];
        case 'citation-verified':
          citations.push(event.citation);
          return [];
        case 'statement-verified':
          statements.push(event.statement);
          return upTo(answerText(certainStatements(statements), footnotesOf(citations, footnotesBy)));
        case 'run-end': {
          const { answer } = event;
          const frames = upTo(shownText(answer, footnotesBy));
          return [...frames, ...state('Complete'), ...end({ answer, passages: passages ?? [] }, sent)];
        }
        case 'run-error': {
          const { code, message } = event;
          return failure({ code, message, stage: passages === undefined ? 'retrieval' : 'answer' });
        }
      }
    },
  };
}

/** Formats one server-sent event. JSON.stringify escapes line breaks, so the data always fits one `data:` line. */
export function eventFrame(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
