import type { AskEvent } from './wire.ts';
import { failureOf } from './failure-of.ts';
import { objectOf, readCitation, readExcerpt, readReply, readStatement, text } from './read-wire.ts';

const readStart = objectOf({ request_id: text });
const readFallback = objectOf({ fault: text });

/** Returns a function that takes the stream in pieces of any size and calls `onEvent` for each event. It throws if the stream is malformed. */
export function createEventReader(onEvent: (event: AskEvent) => void): (piece: string) => void {
  const seen = new Set<number>();
  return createFrameReader((name, data) => {
    const event = readEvent(name, data, seen);
    if (event?.type === 'citation') seen.add(event.citation.index);
    if (event !== undefined) onEvent(event);
  });
}

/** Parses the subset of server-sent events that Ibid's server writes. A full parser library would mostly be unused code to download. */
function createFrameReader(onFrame: (name: string, data: string) => void): (piece: string) => void {
  let name = '';
  let data: string[] = [];
  // Joined when the line ends, because a long line may arrive in thousands of pieces.
  let pending: string[] = [];
  // True if the last line ended with `\r`: a following `\n` belongs to the same line end.
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
 * Decodes one event of the stream; `undefined` for names that this version does not know. `seen` has the numbers of earlier citations.
 * Throws if the data is not JSON or has the wrong shape.
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
      if (!statement.citations.every((index) => seen.has(index))) throw new TypeError('expected a citation');
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
