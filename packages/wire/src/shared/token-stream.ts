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
import type { AnswerEvent, Passage } from '@ibid/core';
import type { FinishedRun, StreamEncoder, WireFailure } from '../dialect.ts';
import { eventFrame } from './event-frame.ts';
import { shownText } from './shown-text.ts';
import { createTextStream } from './text-stream.ts';

interface TokenStreamOptions {
  readonly footnotesBy: 'quote' | 'chunk';
  readonly encodeReply: (run: FinishedRun) => unknown;
  readonly encodeFailure: (failure: WireFailure) => unknown;
  /** Frames of the vocabulary's own, sent before the event's others. */
  readonly announce?: (event: AnswerEvent) => readonly string[];
}

/** For one response; ignores everything after the terminal event. */
export function tokenStream(options: TokenStreamOptions): StreamEncoder {
  const text = createTextStream(options.footnotesBy);
  let passages: readonly Passage[] = [];
  let retrieved = false;
  let ended = false;

  function frames(event: AnswerEvent): readonly string[] {
    switch (event.type) {
      case 'run-start':
        return [];
      case 'retrieval-end':
        ({ passages } = event);
        retrieved = true;
        return [];
      case 'search-end':
        passages = [...passages, ...event.passages];
        return [];
      case 'fallback-start':
      case 'excerpt-start':
        return [];
      case 'citation-verified':
        text.cite(event.citation);
        return [];
      case 'statement-verified':
        return token(text.state(event.statement));
      case 'run-end': {
        const { answer } = event;
        const rest = text.rest(shownText(answer, options.footnotesBy));
        return [...token(rest), eventFrame('final', options.encodeReply({ answer, passages }))];
      }
      case 'run-error': {
        const { code, message } = event;
        const failure: WireFailure = { code, message, ...(retrieved ? { stage: 'answer' } : {}) };
        return [eventFrame('error', options.encodeFailure(failure))];
      }
    }
  }

  return {
    contentType: 'text/event-stream',
    heartbeat: ': still here\n\n',
    encode(event) {
      if (ended) return [];
      ended = event.type === 'run-end' || event.type === 'run-error';
      return [...(options.announce?.(event) ?? []), ...frames(event)];
    },
  };
}

function token(piece: string): readonly string[] {
  return piece === '' ? [] : [eventFrame('token', { text: piece })];
}
