import type { Observation, Violation } from './oracle.ts';

const EVENTS = new Set(
  'run-start retrieval-end search-end excerpt-start citation-verified statement-verified fallback-start run-end run-error token state final error'.split(
    ' ',
  ),
);
const LAST = new Set(['run-end', 'run-error', 'final', 'error']);
/** Ends a stream of the API of OpenAI, whose events have no names. */
const DONE = '[DONE]';

interface Received {
  readonly name: string;
  readonly data: string;
}

/** Whether each stream, read as the standard reads server-sent events, is what was meant: one event for each frame, one end. */
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

/** A reader of server-sent events by the letter of the standard: CR, LF and both end a line, a blank line ends an event. */
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
