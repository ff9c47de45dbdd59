import { askQuestion, type AskOptions } from '../ask-question.ts';
import type { AskEvent } from '../wire.ts';

/** Asks a question and returns all events once it has ended. */
export async function asked(options: Partial<AskOptions> & Pick<AskOptions, 'api'>): Promise<readonly AskEvent[]> {
  const events: AskEvent[] = [];
  await askQuestion({
    siteKey: '',
    request: { query: 'What is a topic?' },
    signal: new AbortController().signal,
    isOnline: () => true,
    ...options,
    timeouts: { loss: 0, ...options.timeouts },
    onEvent: (event) => {
      events.push(event);
      options.onEvent?.(event);
    },
  });
  return events;
}
