import type { Answer, AnswerEvent, Engine, LedgerTotals, ReservationRequest, Spending } from '@ibid/core/types';
import type { ModelScript, ModelService, ServedRequest } from '@ibid/testkit';
import { openModelEngine, type ModelEngine, type ModelEngineOptions } from './model-engine.ts';
import { PUMP_PAGES, PUMP_QUESTION, PUMP_STATEMENTS, wordingModel } from './pump-pages.ts';

/** One question to a model that misbehaves. */
export interface FaultCase {
  /** Name of the model; unique per case. */
  readonly name: string;
  readonly script: ModelScript;
  readonly deadlines?: ModelEngineOptions['deadlines'];
}

export interface PaidReservation {
  readonly most: ReservationRequest;
  /** Tokens; `undefined` while it is open. */
  charged: number | undefined;
  /** True if the usage reported by the service was accepted. */
  isReported: boolean;
}

/** Result of one case. */
export interface FaultRun {
  readonly name: string;
  readonly events: readonly AnswerEvent[];
  readonly milliseconds: number;
  readonly deadlineMs: number;
  /** Requests of this case. */
  readonly served: readonly ServedRequest[];
  readonly paid: readonly PaidReservation[];
  /** Totals of all payers afterwards. */
  readonly totals: LedgerTotals;
}

export type FaultPlant = Pick<ModelEngineOptions, 'answerer' | 'spending'>;

export interface FaultPlace extends AsyncDisposable {
  readonly service: ModelService;
  /** Answer to `PUMP_QUESTION` by extracts (below: by a model without faults). */
  readonly extract: Answer;
  readonly whole: Answer;
  /** Engine that answers without a model. */
  readonly extracts: Engine;
  /** Opens an engine for several questions. */
  open(of: FaultCase, plant?: FaultPlant): Promise<ModelEngine>;
  run(of: FaultCase, plant?: FaultPlant): Promise<FaultRun>;
}

/** Name of the model without faults. */
const WELL = 'well';
/** Long enough for repetitions, and for a machine that is busy with other work. */
export const FAULT_DEADLINES = { firstTokenMs: 4_000, idleMs: 4_000, totalMs: 20_000 };

/** One service and one index for many cases, each with a separate model, ledger and circuit breakers. */
export async function openFaultPlace(cases: readonly FaultCase[]): Promise<FaultPlace> {
  await using cleanup = new AsyncDisposableStack();
  const scripts = new Map(cases.map(({ name, script }) => [name, script]));
  const first = cleanup.use(
    await openModelEngine({
      pages: PUMP_PAGES,
      answer: (call) => (scripts.get(call.model) ?? wordingModel)(call),
      served: [WELL, ...cases.map(({ name }) => name)],
    }),
  );
  const extract = await first.extract(PUMP_QUESTION);
  const { events } = await run(first, { name: WELL, script: wordingModel });
  const last = events.at(-1);
  if (last?.type !== 'run-end') throw new Error('The model that does well gave no answer.');
  const whole = last.answer;
  if (whole.statements.length !== PUMP_STATEMENTS) throw new Error('The model that does well gave no whole answer.');
  const opened = cleanup.move();
  return {
    service: first.service,
    extract,
    whole,
    extracts: first.extracts,
    open: (of, plant) => openCase(first, of, plant),
    run: (of, plant) => run(first, of, plant),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function openCase(first: ModelEngine, { name, deadlines }: FaultCase, plant: FaultPlant = {}): Promise<ModelEngine> {
  return openModelEngine({
    pages: {},
    answer: wordingModel,
    beside: first,
    model: name,
    deadlines: { ...FAULT_DEADLINES, ...deadlines },
    // Pauses between calls are skipped; waiting would test nothing more.
    sleep: async () => {},
    ...plant,
  });
}

async function run(first: ModelEngine, of: FaultCase, plant: FaultPlant = {}): Promise<FaultRun> {
  const { name } = of;
  const paid: PaidReservation[] = [];
  await using place = await openCase(first, of, {
    ...plant,
    spending: (budget) => recorded(plant.spending?.(budget) ?? budget, paid),
  });
  const earlier = first.service.requests.length;
  const startedAt = performance.now();
  const events = await place.events(PUMP_QUESTION);
  const milliseconds = performance.now() - startedAt;
  const [totals] = await place.budget.totals();
  const served = first.service.requests
    .slice(earlier)
    .filter(({ body }) => (body as { model?: unknown } | undefined)?.model === name);
  return {
    name,
    events,
    milliseconds,
    deadlineMs: of.deadlines?.totalMs ?? FAULT_DEADLINES.totalMs,
    served,
    paid,
    totals: totals!,
  };
}

function recorded(spending: Spending, paid: PaidReservation[]): Spending {
  return {
    async reserve(request, call) {
      const reservation = await spending.reserve(request, call);
      if (reservation === undefined) return undefined;
      const record: PaidReservation = { most: request, charged: undefined, isReported: false };
      paid.push(record);
      return {
        async settle(usage) {
          const charge = await reservation.settle(usage);
          record.charged = charge.inputTokens + charge.outputTokens;
          record.isReported = typeof usage === 'object';
          return charge;
        },
      };
    },
  };
}
