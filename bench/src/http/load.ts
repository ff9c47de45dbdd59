import autocannon, { type Client, type Request } from 'autocannon';
import { percentile } from '../measure.ts';
import type { AskedRequest } from './asked-request.ts';

export interface LoadOutcome {
  readonly answers: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Refused, cut or lost. */
  readonly failed: number;
  /** Complete replies with unexpected bytes. */
  readonly different: number;
}

/** Runs `clients` clients in parallel. Each asks one question after another, starting at a different one, and checks every reply. */
export async function load(options: {
  readonly url: string;
  readonly requests: readonly AskedRequest[];
  /** The expected reply to each request. */
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
      onResponse(status, body) {
        waiting = false;
        if (status !== 200) refused += 1;
        // After a lost reply, autocannon matches replies to the wrong questions. It decodes pieces of a reply separately, so a piece that
        // ends inside a character counts as different, never the reverse.
        else if (!lostOne && body !== expected[index]) different += 1;
      },
    }));
    client.setRequests([...own.slice(from), ...own.slice(0, from)]);
    client.on('response', (status: number, _: number, milliseconds: number) => {
      if (status === 200) times.push(milliseconds);
    });
    // autocannon silently reconnects if a server closes the connection.
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
    p95Ms: percentile(times, 0.95),
    p99Ms: percentile(times, 0.99),
    maxMs: percentile(times, 1),
    failed: refused + lost,
    different,
  };
}
