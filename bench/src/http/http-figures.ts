import type { Figures } from '../measure.ts';
import type { LoadOutcome } from './load.ts';
import type { StreamsOutcome } from './open-streams.ts';
import type { ServerFigures } from './server-probe.ts';

/** Figures of one load by name, with the number of clients as prefix. */
export function loadFigures(clients: number, load: LoadOutcome, server: ServerFigures): Figures {
  const of = (name: string): string => `${clients} × ${name}`;
  const answers = Math.max(1, load.answers);
  return {
    [of('answers/s')]: load.answers / load.seconds,
    [of('p50 ms')]: load.p50Ms,
    [of('p95 ms')]: load.p95Ms,
    [of('p99 ms')]: load.p99Ms,
    [of('cpu ms an answer')]: server.cpuMs / answers,
    [of('event loop p99 ms')]: server.delayP99Ms,
    [of('event loop max ms')]: server.delayMaxMs,
    [of('failed')]: load.failed,
    [of('different')]: load.different,
  };
}

export function streamFigures(clients: number, streams: StreamsOutcome, server: ServerFigures): Figures {
  const of = (name: string): string => `${clients} × ${name}`;
  return {
    [of('streams')]: streams.streams,
    [of('streams cut')]: streams.cut,
    [of('streams misended')]: streams.misended,
    [of('streams different')]: streams.different,
    [of('streams event loop p99 ms')]: server.delayP99Ms,
  };
}
