import type { CaseOutcome } from '../run-case.ts';
import { BARE, type HttpOutcome } from './bench-http.ts';
import { CLIENTS, OPEN_STREAMS, SEARCH } from './surface.ts';

interface Target {
  readonly figure: string;
  readonly at: 'least' | 'most';
  readonly value: number;
}

const most = (figure: string, value: number): Target => ({ figure, at: 'most', value });
const least = (figure: string, value: number): Target => ({ figure, at: 'least', value });

/** Targets for two cores, which also run the clients. */
const TARGETS: readonly Target[] = CLIENTS.flatMap((clients) => [
  most(`${clients} × failed`, 0),
  most(`${clients} × different`, 0),
  most(`${clients} × event loop p99 ms`, 20),
]);
const STREAM_TARGETS: readonly Target[] = ['cut', 'misended', 'different'].map((name) =>
  most(`${OPEN_STREAMS} × streams ${name}`, 0),
);
/** So that results keep up with a reader's typing. */
const SEARCH_TARGETS: readonly Target[] = [most('1 × p95 ms', 30)];
const TARGETS_BY_SIZE: Readonly<Record<string, readonly Target[]>> = {
  '1000': [least('16 × answers/s', 400), most('16 × p99 ms', 100)],
  '20000': [least('16 × answers/s', 120)],
};

/** One sentence for each target that an endpoint misses. */
export function missedTargets({ size, cases }: HttpOutcome): readonly string[] {
  return Object.entries(cases)
    .filter(([name]) => name !== BARE)
    .flatMap(([name, outcome]) => {
      if (outcome.kind === 'skipped') return [`${name}: not measured: ${outcome.reason}`];
      const own = name === SEARCH ? SEARCH_TARGETS : STREAM_TARGETS;
      return [...TARGETS, ...own, ...(TARGETS_BY_SIZE[String(size)] ?? [])].flatMap(({ figure, at, value }) => {
        const actual = outcome.figures[figure];
        if (actual !== undefined && (at === 'least' ? actual >= value : actual <= value)) return [];
        return [`${name}: ${figure} is ${actual?.toFixed(1) ?? 'not measured'}, at ${at} ${value} wanted`];
      });
    });
}

/** Cost of an answer relative to the bare route, by endpoint: in answers per second and in CPU time. */
export function timesBare({ cases }: HttpOutcome): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const bare = cases[BARE];
  const ratios = (own: CaseOutcome): Record<string, number> => {
    const pairs = CLIENTS.flatMap((clients): [string, number][] => [
      [
        `${clients} × answers/s`,
        ratio(valueOf(bare, `${clients} × answers/s`), valueOf(own, `${clients} × answers/s`)),
      ],
      [
        `${clients} × cpu`,
        ratio(valueOf(own, `${clients} × cpu ms an answer`), valueOf(bare, `${clients} × cpu ms an answer`)),
      ],
    ]);
    return Object.fromEntries(pairs.filter(([, value]) => Number.isFinite(value)));
  };
  return Object.fromEntries(
    Object.entries(cases)
      .filter(([name]) => name !== BARE)
      .map(([name, own]) => [name, ratios(own)]),
  );
}

function valueOf(outcome: CaseOutcome | undefined, name: string): number {
  return outcome?.kind === 'measured' ? (outcome.figures[name] ?? Number.NaN) : Number.NaN;
}

function ratio(over: number, under: number): number {
  return Number((over / under).toFixed(2));
}
