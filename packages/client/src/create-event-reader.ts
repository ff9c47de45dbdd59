import type { AskEvent } from './wire.ts';
import { failureOf } from './failure-of.ts';
import { objectOf, readCitation, readExcerpt, readReply, readStatement, text } from './read-wire.ts';

const readStart = objectOf({ request_id: text });
const readFallback = objectOf({ fault: text });

/** Takes the stream in pieces of any size and gives its events. The function it returns throws when the stream is not what it should be. */
export function createEventReader(onEvent: (event: AskEvent) => void): (piece: string) => void {
  const seen = new Set<number>();
  return createFrameReader((name, data) => {
    const event = readEvent(name, data, seen);
    if (event?.type === 'citation') seen.add(event.citation.index);
    if (event !== undefined) onEvent(event);
  });
}

/** Frames of server-sent events as Ibid's server writes them: of a library for all that the standard allows, most would be loaded in vain. */
function createFrameReader(onFrame: (name: string, data: string) => void): (piece: string) => void {
  let name = '';
  let data: string[] = [];
  // Joined when the line ends: a long one may come in thousands of pieces.
  let pending: string[] = [];
  // The line feed that may follow belongs to the end of a line that has been taken.
  let hasReturned = false;

  function take(line: string): void {
    if (line === '') {
      const frame = [name, data.join('\n')] as const;
      const isWhole = data.length > 0;
      name = '';
      data = [];
      if (isWhole) onFrame(...frame);
      return;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?([^]*))?$/u.exec(line)!;
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }
  return (piece) => {
    const [first = '', ...lines] = piece.slice(hasReturned && piece.startsWith('\n') ? 1 : 0).split(/\r\n?|\n/u);
    if (piece !== '') hasReturned = piece.endsWith('\r');
    pending.push(first);
    for (const line of lines) {
      take(pending.join(''));
      pending = [line];
    }
  };
}

/**
 * One event of the stream; `undefined` for a name that only newer clients know. `seen` holds the numbers of the citations before.
 * Throws where the data is no JSON or not of the event's shape.
 */
function readEvent(name: string, data: string, seen: ReadonlySet<number>): AskEvent | undefined {
  switch (name) {
    case 'run-start':
      return { type: 'started', requestId: readStart(JSON.parse(data)).request_id };
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
