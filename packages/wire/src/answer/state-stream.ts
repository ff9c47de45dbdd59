/**
 * The stream of answers from bundles: the token stream of the borrowed dialects, with the agent's states in between.
 *
 *   state  {state: "Idle"}         the run has started
 *   state  {state: "Processing"}   its input was accepted
 *   state  {state: "Generating"}   the first piece of the text comes next
 *   state  {state: "Complete"}     the reply comes next
 *
 * Each state is sent at most once, in this order. A failed run ends with `error` and never sends `Complete`.
 */
import type { StreamEncoder } from '../dialect.ts';
import { eventFrame } from '../shared/token-stream.ts';

const STATES = ['Idle', 'Processing', 'Generating', 'Complete'] as const;

/** Adds the states to the stream encoder of one response. */
export function stateStream(inner: StreamEncoder): StreamEncoder {
  let reached = 0;
  let ended = false;
  const upTo = (state: (typeof STATES)[number]): readonly string[] => {
    const frames = STATES.slice(reached, STATES.indexOf(state) + 1).map((one) => eventFrame('state', { state: one }));
    reached = Math.max(reached, STATES.indexOf(state) + 1);
    return frames;
  };
  return {
    ...inner,
    encode(event) {
      if (ended) return [];
      ended = event.type === 'run-end' || event.type === 'run-error';
      const frames = inner.encode(event);
      switch (event.type) {
        case 'run-start':
          return [...upTo('Processing'), ...frames];
        case 'retrieval-end':
        case 'search-end':
        case 'fallback-start':
        case 'excerpt-start':
        case 'citation-verified':
        case 'run-error':
          return frames;
        case 'statement-verified':
          return frames.length === 0 ? [] : [...upTo('Generating'), ...frames];
        case 'run-end':
          return [...upTo('Generating'), ...frames.slice(0, -1), ...upTo('Complete'), ...frames.slice(-1)];
      }
    },
  };
}
