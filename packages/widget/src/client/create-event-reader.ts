import { createParser } from 'eventsource-parser';
import type { AskEvent } from './ask-event.ts';
import { readEvent } from './read-event.ts';

/** Takes the stream in pieces of any size and gives its events. The function it returns throws when the stream is not what it should be. */
export function createEventReader(onEvent: (event: AskEvent) => void): (piece: string) => void {
  const seen = new Set<number>();
  const parser = createParser({
    onEvent: ({ event: name = '', data }) => {
      const event = readEvent(name, data, seen);
      if (event?.type === 'citation') seen.add(event.citation.index);
      if (event !== undefined) onEvent(event);
    },
  });
  return (piece) => parser.feed(piece);
}
