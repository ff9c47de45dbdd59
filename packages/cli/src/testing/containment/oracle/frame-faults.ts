import type { Observation, Violation } from './oracle.ts';

const EVENTS = new Set(
  'run-start retrieval-end search-end excerpt-start citation-verified statement-verified fallback-start run-end run-error token state final error'.split(
    ' ',
  ),
);
const LAST = new Set(['run-end', 'run-error', 'final', 'error']);
/** Ends a stream of the OpenAI API, whose events have no names. */
const DONE = '[DONE]';

interface Received {
  readonly name: string;
  readonly data: string;
}

/** Checks each stream as a standard reader of server-sent events would see it: one event per frame, and one end. */
export function frameFaults({ encodings }: Observation): readonly Violation[] {
  return encodings.flatMap(({ endpoint, writes }): readonly Violation[] => {
    const fault = (detail: string): Violation => ({ kind: 'frame', detail: `${endpoint}: ${detail}` });
    const received = eventsOf(writes.join(''));
    if (received.length !== writes.length) return [fault(`${received.length} events from ${writes.length} frames`)];
    const isNamed = received.some(({ name }) => name !== '');
    const strange = received.find(({ name, data }) => {
      return isNamed ? !EVENTS.has(name) || !isObject(data) : data !== DONE && !isObject(data);
    });
    if (strange !== undefined) return [fault(`an event ${strange.name} ${strange.data.slice(0, 100)}`)];
    const ends = received.filter(isLast).length;
    return ends === 1 && isLast(received.at(-1)!) ? [] : [fault(`${ends} ends`)];
  });
}

function isLast({ name, data }: Received): boolean {
  return name === '' ? data === DONE || data.startsWith('{"error":') : LAST.has(name);
}

function isObject(data: string): boolean {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

/** Parses server-sent events strictly by the standard: CR, LF or CRLF end a line, a blank line ends an event. */
function eventsOf(stream: string): readonly Received[] {
  const events: Received[] = [];
  let name = '';
  let data: string[] = [];
  for (const line of stream.split(/\r\n|\r|\n/u)) {
    if (line === '') {
      if (data.length > 0) events.push({ name, data: data.join('\n') });
      name = '';
      data = [];
      continue;
    }
    if (line.startsWith(':')) continue;
    const [, field = line, value = ''] = /^([^:]*): ?(.*)$/su.exec(line) ?? [];
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }
  return events;
}
