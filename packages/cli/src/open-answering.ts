import { Cleanup } from '@ibid/drivers/cleanup';
import { createSpending, DEFAULT_CAPS, extractiveAnswerer, IbidError, withFallback } from '@ibid/core';
import type { AgentSettings, Budget, EngineOptions, Spending } from '@ibid/core/types';
import { countTokens } from '@ibid/core/chunk';
import type { ModelState } from '@ibid/drivers/models/open-models';
import type { TuningDefaults } from '@ibid/wire';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { given, type Settings } from './config.ts';
import { modelsOf } from './model-options.ts';
import { openStateDrivers } from './state-drivers.ts';

/** The way questions are answered: by extracts, or by a model with extracts as the fallback. */
export interface Answering extends AsyncDisposable {
  readonly engine: Pick<EngineOptions, 'answerer' | 'rewriter' | 'currency'>;
  /** `undefined` without a model. */
  readonly model: OpenedModel | undefined;
}

interface OpenedModel {
  readonly settings: Pick<AgentSettings, 'modelName' | 'maxTokens' | 'systemPrompt' | 'retrievalEnabled'>;
  /** The owner's values for settings that a request leaves out. */
  readonly tuning: Partial<TuningDefaults>;
  readonly budget: Budget;
  readonly states: () => readonly ModelState[];
}

export interface AnsweringOptions {
  /** Reports to the owner's log: a model that is no longer called, or a cost that could not be recorded. */
  readonly onTrouble: (error: unknown, about: Readonly<Record<string, string>>) => void;
  /** Called when a cap refuses a call. */
  readonly onRefused?: (cap: string) => void;
}

const MAX_TOKENS = 1_500;

/** Opens nothing if the settings name no model. Rejects with `INVALID_CONFIG` for a model that cannot be used. */
export async function openAnswering(settings: Settings, options: AnsweringOptions): Promise<Answering> {
  const chosen = modelsOf(settings);
  if (chosen === undefined) {
    const engine = { answerer: extractiveAnswerer() };
    return { engine, model: undefined, [Symbol.asyncDispose]: async () => Promise.resolve() };
  }
  const { model = {} } = settings;
  const [{ agentAnswerer }, { modelRewriter }, { openModels }, { retrievalTool }] = await Promise.all([
    import('@ibid/drivers/answerers/agent'),
    import('@ibid/drivers/answerers/model-rewriter'),
    import('@ibid/drivers/models/open-models'),
    import('@ibid/wire'),
  ]);
  await using cleanup = new Cleanup();
  const { ledger, replicas } = cleanup.use(await openStateDrivers(settings));
  const budget = createSpending({
    driver: ledger,
    caps: { ...DEFAULT_CAPS, ...model.caps },
    prices: model.prices,
    models: chosen.map(({ model: name }) => name),
    newId: randomUUID,
    // All servers use the clock of the database, so that a day begins at the same time for all.
    today: () => (replicas?.now() ?? new Date()).toISOString().slice(0, 10),
    onTrouble: (error) => options.onTrouble(error, { part: 'ledger' }),
    onRefused: ({ cap }) => options.onRefused?.(cap),
  });
  for (const { model: name } of chosen) {
    if (model.prices === undefined || Object.hasOwn(model.prices.models, name)) continue;
    const message = `\`prices\` has no price for \`${name}\`, so what its answers cost is not known.`;
    options.onTrouble(new IbidError('INVALID_CONFIG', message), { part: 'prices' });
  }
  const models = openModels({
    models: chosen,
    // The client learns only that the call cannot be paid for; the reason the ledger cannot be written goes to the owner.
    spending: quickRefusal({
      spending: {
        reserve: (request, call) =>
          budget.reserve(request, call).catch((error: unknown) => {
            if (call?.signal?.aborted !== true) options.onTrouble(error, { part: 'ledger' });
            throw error;
          }),
      },
      now: () => performance.now(),
    }),
    countTokens,
    now: () => performance.now(),
    random: Math.random,
    sleep: async (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
    onNotice: ({ id, message }) =>
      options.onTrouble(new IbidError('UPSTREAM_FAILED', message), { part: 'model', model: id }),
    onChange: ({ id, state, reason }) => {
      const message = state === 'closed' ? `${id} is asked again.` : `${id} is not asked for a while: ${reason ?? ''}`;
      options.onTrouble(new IbidError('UPSTREAM_FAILED', message), { part: 'model', model: id });
    },
  });
  const { maxTokens = MAX_TOKENS, systemPrompt = '', retrievalEnabled = true } = model;
  const tuning = tuningOf(model);
  const agent = agentAnswerer({
    models,
    searchTool: (find) =>
      retrievalTool({
        find,
        countTokens,
        tuning,
        nowIso: () => new Date().toISOString(),
        clock: () => performance.now(),
      }),
    configuration: { maxTokens, systemPrompt, retrievalEnabled },
    ...(model.deadlines === undefined ? {} : { deadlines: model.deadlines }),
  });
  const opened = cleanup.move();
  return {
    engine: {
      answerer: withFallback(agent, extractiveAnswerer()),
      ...(model.rewriteFollowUps === false ? {} : { rewriter: modelRewriter({ models }) }),
      currency: model.prices?.currency,
    },
    model: {
      settings: { modelName: chosen[0]!.model, maxTokens, systemPrompt, retrievalEnabled },
      tuning,
      budget,
      states: () => models.states(),
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

/** The owner's values for settings that a request leaves out, under their names in requests. */
export function tuningOf(model: NonNullable<Settings['model']>): Partial<TuningDefaults> {
  const { temperature, maxTurns, topK, scoreThreshold } = model;
  return given({ temperature, max_turns: maxTurns, top_k: topK, score_threshold: scoreThreshold });
}

interface QuickRefusalOptions {
  readonly spending: Spending;
  /** Milliseconds from any fixed point. */
  readonly now: () => number;
  /** A failure that took at least this many milliseconds makes the next calls fail at once; default 1,000. */
  readonly slowMs?: number;
  /** Milliseconds from such a failure until the ledger is called again; default 5,000. */
  readonly pauseMs?: number;
}

/**
 * Limits the delay of a ledger that hangs: after a call that failed slowly, later calls are refused at once for `pauseMs`, then a single
 * call tries again. After a fast failure the ledger is called each time, because that costs no time.
 */
export function quickRefusal({ spending, now, slowMs = 1_000, pauseMs = 5_000 }: QuickRefusalOptions): Spending {
  let failure: { readonly error: unknown; readonly until: number } | undefined;
  let isTrying = false;
  return {
    async reserve(request, call) {
      if (failure !== undefined && (isTrying || now() < failure.until)) throw refusal(failure.error);
      const isTrial = failure !== undefined;
      if (isTrial) isTrying = true;
      const from = now();
      try {
        const reservation = await spending.reserve(request, call);
        failure = undefined;
        return reservation;
      } catch (error) {
        const at = now();
        // A call that the client aborted does not show whether the ledger fails.
        const isSlow = call?.signal?.aborted !== true && at - from >= slowMs;
        if (isSlow) failure = { error, until: at + pauseMs };
        else if (isTrial && call?.signal?.aborted !== true) failure = undefined;
        throw error;
      } finally {
        if (isTrial) isTrying = false;
      }
    },
  };
}

function refusal(cause: unknown): IbidError {
  return new IbidError('UPSTREAM_FAILED', 'The ledger did not answer a moment ago, so it is not asked just now', {
    retryable: true,
    cause,
  });
}
