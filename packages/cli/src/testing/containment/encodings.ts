import type { Answer, AnswerEvent, Passage } from '@ibid/core';
import { dialects, type AnswerEndpoint, type WireContext } from '@ibid/wire';

/** What one endpoint sends. */
export interface Encoding {
  readonly endpoint: string;
  /** `undefined` for a run that failed. */
  readonly reply: unknown;
  /** As the stream encoder gave them, one string for each write. */
  readonly writes: readonly string[];
}

const CONTEXT: WireContext = {
  requestId: 'req-1',
  echo: {},
  notes: [],
  receivedAt: '2026-01-02T03:04:05.678Z',
  elapsedMs: () => 12.5,
  countTokens: (text) => Math.max(1, Math.ceil(text.length / 4)),
  sessionId: '11111111-2222-4333-8444-555555555555',
};

const ENDPOINTS: readonly AnswerEndpoint[] = dialects.flatMap(({ endpoints }) =>
  endpoints.filter((endpoint) => endpoint.kind === 'answer'),
);

/** A run in every vocabulary, as a whole and as a stream. */
export function encodings(events: readonly AnswerEvent[]): readonly Encoding[] {
  const answer = events.flatMap((event): readonly Answer[] => (event.type === 'run-end' ? [event.answer] : []))[0];
  const passages = passagesOf(events);
  return ENDPOINTS.map((endpoint) => {
    const encoder = endpoint.createStreamEncoder(CONTEXT);
    return {
      endpoint: endpoint.path,
      reply: answer === undefined ? undefined : endpoint.encodeAnswer({ answer, passages }, CONTEXT).body,
      writes: events.flatMap((event) => encoder.encode(event)),
    };
  });
}

/** All that the run had in its context, as it tells. */
export function passagesOf(events: readonly AnswerEvent[]): readonly Passage[] {
  return events.flatMap((event) =>
    event.type === 'retrieval-end' || event.type === 'search-end' ? event.passages : [],
  );
}
