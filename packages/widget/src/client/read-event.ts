import type { AskEvent } from './ask-event.ts';
import { failureOf } from './failure-of.ts';
import { readCitation, readExcerpt, readReply, readStatement } from './read-wire.ts';
import { listOf, objectOf, text } from './shape.ts';

const readStart = objectOf({ request_id: text });
const readFound = objectOf({ passages: listOf(objectOf({ url: text })) });
const readFallback = objectOf({ fault: text });

/**
 * One event of the stream; `undefined` for a name that only newer clients know. `seen` holds the numbers of the citations before.
 * Throws where the data is no JSON or not of the event's shape.
 */
export function readEvent(name: string, data: string, seen: ReadonlySet<number>): AskEvent | undefined {
  switch (name) {
    case 'run-start':
      return { type: 'started', requestId: readStart(JSON.parse(data)).request_id };
    case 'retrieval-end':
    case 'search-end':
      return { type: 'found', passages: readFound(JSON.parse(data)).passages.length };
    case 'excerpt-start':
      return { type: 'excerpt', excerpt: readExcerpt(JSON.parse(data)) };
    case 'citation-verified':
      return { type: 'citation', citation: readCitation(JSON.parse(data)) };
    case 'statement-verified': {
      const statement = readStatement(JSON.parse(data));
      if (!statement.citations.every((index) => seen.has(index)))
        throw new TypeError('expected its citation before it');
      return { type: 'statement', statement };
    }
    case 'fallback-start':
      return { type: 'fallback', fault: readFallback(JSON.parse(data)).fault };
    case 'run-end':
      return { type: 'done', reply: readReply(JSON.parse(data)) };
    case 'run-error':
      return { type: 'failed', failure: failureOf({ body: JSON.parse(data) }) };
    default:
      return undefined;
  }
}
