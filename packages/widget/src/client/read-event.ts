import type { AskEvent } from './ask-event.ts';
import { failureOf } from './failure-of.ts';
import { readWire } from './read-wire.ts';
import { shape } from './shape.ts';

type Reader = (data: unknown, seen: ReadonlySet<number>) => AskEvent;

const found: Reader = (data) => ({
  type: 'found',
  passages: shape.list(shape.record(data)['passages'], shape.record).length,
});

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['run-start', (data) => ({ type: 'started', requestId: shape.text(shape.record(data)['request_id']) })],
  ['retrieval-end', found],
  ['search-end', found],
  ['citation-verified', (data) => ({ type: 'citation', citation: readWire.citation(data) })],
  [
    'statement-verified',
    (data, seen) => {
      const statement = readWire.statement(data);
      if (!statement.citations.every((index) => seen.has(index)))
        throw new TypeError('expected its citation before it');
      return { type: 'statement', statement };
    },
  ],
  ['fallback-start', (data) => ({ type: 'fallback', fault: shape.text(shape.record(data)['fault']) })],
  ['run-end', (data) => ({ type: 'done', reply: readWire.reply(data) })],
  ['run-error', (data) => ({ type: 'failed', failure: failureOf({ body: data }) })],
]);

/**
 * One event of the stream; `undefined` for a name that only newer clients know. `seen` holds the numbers of the citations before.
 * Throws where the data is no JSON or not of the event's shape.
 */
export function readEvent(name: string, data: string, seen: ReadonlySet<number>): AskEvent | undefined {
  return READERS.get(name)?.(JSON.parse(data), seen);
}
