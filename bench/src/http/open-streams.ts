import { Agent } from 'node:http';
import { askOne } from './ask-one.ts';
import type { AskedRequest } from './asked-request.ts';

export interface StreamsOutcome {
  readonly streams: number;
  /** Refused, or ended too early. */
  readonly cut: number;
  /** Streams that do not end with exactly one terminal event. */
  readonly misended: number;
  /** Streams with other events than the same question asked alone. */
  readonly different: number;
}

const ROUNDS = 3;

/** Runs `clients` clients in parallel, each of which opens one stream after another. */
export async function openStreams(options: {
  readonly url: string;
  readonly requests: readonly AskedRequest[];
  readonly terminal: readonly string[];
  readonly clients: number;
}): Promise<StreamsOutcome> {
  const { url, requests, terminal } = options;
  const alone: string[] = [];
  for (const one of requests) alone.push(frames((await askOne(url, one)).text).join('\n\n'));
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
  let cut = 0;
  let misended = 0;
  let different = 0;
  const client = async (number: number): Promise<void> => {
    for (let round = 0; round < ROUNDS; round++) {
      const index = (number + round * 7) % requests.length;
      const reply = await askOne(url, requests[index]!, agent).catch(() => undefined);
      if (reply === undefined || reply.status !== 200 || !reply.whole) {
        cut += 1;
        continue;
      }
      const events = frames(reply.text);
      if (!endsOnce(events, terminal)) misended += 1;
      if (events.join('\n\n') !== alone[index]) different += 1;
    }
  };
  await Promise.all(Array.from({ length: options.clients }, (_, number) => client(number)));
  agent.destroy();
  return { streams: options.clients * ROUNDS, cut, misended, different };
}

/** Frames that contain an event, without keep-alive lines. */
export function frames(text: string): readonly string[] {
  return text.split('\n\n').filter((frame) => frame !== '' && !frame.startsWith(':'));
}

/** True if the last event, and no other, is terminal. */
export function endsOnce(events: readonly string[], terminal: readonly string[]): boolean {
  const ends = events.map((frame) => terminal.includes(/^event: (.+)$/mu.exec(frame)?.[1] ?? ''));
  return ends.at(-1) === true && ends.filter(Boolean).length === 1;
}
