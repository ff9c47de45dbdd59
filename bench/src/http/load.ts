import autocannon, { type Client, type Request } from 'autocannon';
import { percentile } from '../measure.ts';
import type { AskedRequest } from './asked-request.ts';

export interface LoadOutcome {
  readonly answers: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Refused, cut or lost. */
  readonly failed: number;
  /** Not the bytes expected. */
  readonly different: number;
}

/** So many clients ask one question after another, each beginning with another one, and check every reply. */
export async function load(options: {
  readonly url: string;
  readonly requests: readonly AskedRequest[];
  /** The reply to each request. */
  readonly expected: readonly string[];
  readonly clients: number;
  readonly seconds: number;
}): Promise<LoadOutcome> {
  const { url, requests, expected, clients, seconds } = options;
  const times: number[] = [];
  let refused = 0;
  let lost = 0;
  let different = 0;
  let number = 0;
  const setupClient = (client: Client): void => {
    const from = (number++ * 7) % requests.length;
    let waiting = false;
    let lostOne = false;
    const own = requests.map((one, index): Request => ({
      ...one,
      method: 'POST',
      onResponse(status, body) {
        waiting = false;
        if (status !== 200) refused += 1;
        // Behind a lost reply autocannon no longer knows which question one belongs to. Pieces of a reply are decoded one by one,
        // so one that ends inside a character counts as different, never the reverse.
        else if (!lostOne && body !== expected[index]) different += 1;
      },
    }));
    client.setRequests([...own.slice(from), ...own.slice(0, from)]);
    client.on('response', (status: number, _: number, milliseconds: number) => {
      if (status === 200) times.push(milliseconds);
    });
    // It reconnects in silence where a server hangs up.
    client.on('request', () => {
      if (waiting) lost += 1;
      lostOne ||= waiting;
      waiting = true;
    });
  };
  const { duration } = await autocannon({ url, connections: clients, duration: seconds, timeout: 60, setupClient });
  return {
    answers: times.length,
    seconds: duration,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    maxMs: percentile(times, 1),
    failed: refused + lost,
    different,
  };
}
