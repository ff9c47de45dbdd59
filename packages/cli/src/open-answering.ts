import { Cleanup } from '@ibid/drivers/cleanup';
import {
  circuitBreaker,
  createSpending,
  DEFAULT_CAPS,
  extractiveAnswerer,
  IbidError,
  invalidConfig,
  withFallback,
} from '@ibid/core';
import type { AgentSettings, Budget, EngineOptions, Spending } from '@ibid/core/types';
import { countTokens } from '@ibid/core/chunk';
import type { ModelState } from '@ibid/drivers/models/open-models';
import { MODEL_PROVIDERS } from '@ibid/drivers/models/presets';
import { parseModelName, type ModelOptions } from '@ibid/drivers/models/resolve-model';
import type { TuningDefaults } from '@ibid/wire';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { dropUndefined, type Settings } from './config.ts';
import { messageOf } from './exit-codes.ts';
import { openStateDrivers } from './state-drivers.ts';

/** The way questions are answered: by extracts, or by a model with extracts as the fallback. */
export interface Answering extends AsyncDisposable {
  readonly engine: Pick<EngineOptions, 'answerer' | 'rewriter' | 'currency'>;
  /** `undefined` without a model. */
  readonly model: OpenedModel | undefined;
}

interface OpenedModel {
  readonly settings: Pick<AgentSettings, 'modelName' | 'maxTokens' | 'systemPrompt' | 'retrievalEnabled'>;
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

/** A monotonic clock in milliseconds. */
const clock = (): number => performance.now();

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
  const { ledger } = cleanup.use(await openStateDrivers(settings));
  const budget = createSpending({
    driver: ledger,
    caps: { ...DEFAULT_CAPS, ...model.caps },
    prices: model.prices,
    models: chosen.map(({ model: name }) => name),
    newId: randomUUID,
    today: () => new Date().toISOString().slice(0, 10),
    onTrouble: (error) => options.onTrouble(error, { part: 'ledger' }),
    onRefused: ({ cap }) => options.onRefused?.(cap),
  });
  for (const { model: name } of chosen) {
    if (model.prices === undefined || Object.hasOwn(model.prices.models, name)) continue;
    const message = `\`prices\` has no price for \`${name}\`, so what its answers cost is not known.`;
    options.onTrouble(invalidConfig(message), { part: 'prices' });
  }
  const reportModel = ({ id, message }: { readonly id: string; readonly message: string }): void =>
    options.onTrouble(new IbidError('UPSTREAM_FAILED', message), { part: 'model', model: id });
  const models = openModels({
    models: chosen,
    // The client learns only that the call cannot be paid for; the reason the ledger cannot be written goes to the owner.
    spending: quickRefusal(budget, clock, (error) => options.onTrouble(error, { part: 'ledger' })),
    countTokens,
    now: clock,
    random: Math.random,
    sleep: async (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
    onNotice: reportModel,
    onChange: ({ id, state, reason }) => {
      const message = state === 'closed' ? `${id} is asked again.` : `${id} is not asked for a while: ${reason ?? ''}`;
      reportModel({ id, message });
    },
  });
  const { maxTokens = MAX_TOKENS, systemPrompt = '', retrievalEnabled = true } = model;
  const tuning = tuningOf(model);
  const agent = agentAnswerer({
    models,
    searchTool: (find) => retrievalTool({ find, countTokens, tuning, nowIso: () => new Date().toISOString(), clock }),
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
      budget,
      states: () => models.states(),
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

/** The owner's values for settings that a request leaves out, under their names in requests. */
export function tuningOf(model: NonNullable<Settings['model']>): Partial<TuningDefaults> {
  const { temperature, maxTurns, topK, scoreThreshold } = model;
  return dropUndefined({ temperature, max_turns: maxTurns, top_k: topK, score_threshold: scoreThreshold });
}

/** Milliseconds from which a failure counts as slow. */
const SLOW_MS = 1_000;
/** Milliseconds during which a ledger that failed slowly is not asked. */
const PAUSE_MS = 5_000;

/**
 * Limits the delay of a ledger that hangs: after a call that failed slowly, later calls are refused at once for a while, then a single call
 * tries again. After a fast failure the ledger is called each time, because that costs no time. `now`: a monotonic clock in milliseconds.
 * `onFailed` receives the errors of the ledger.
 */
export function quickRefusal(spending: Spending, now: () => number, onFailed: (error: unknown) => void): Spending {
  const breaker = circuitBreaker({ now, maxFailures: 1, longestWaitMs: PAUSE_MS });
  return {
    async reserve(request, call) {
      const admission = breaker.admit();
      if (admission === undefined) {
        const message = 'The ledger did not answer a moment ago, so it is not asked just now';
        throw new IbidError('UPSTREAM_FAILED', message, { retryable: true });
      }
      const started = now();
      try {
        const reservation = await spending.reserve(request, call);
        admission.succeeded();
        return reservation;
      } catch (error) {
        // A call that the client aborted does not show whether the ledger fails.
        if (call?.signal?.aborted === true) admission.released();
        else if (now() - started < SLOW_MS) admission.succeeded();
        else admission.failed({ reason: messageOf(error) });
        if (call?.signal?.aborted !== true) onFailed(error);
        throw error;
      }
    },
  };
}

/** Value of `--model` that disables a configured model for one call. */
const NO_MODEL = 'none';

/** Settings that clients can read and that would be untrue without a model. */
const OF_MODELS = ['maxTokens', 'systemPrompt', 'retrievalEnabled'] as const;

/** A configured model with its key from the environment and its name in the price table. */
export type ChosenModel = ModelOptions & { readonly model: string; readonly keyVariable: string };

/** Models to call, preferred first; `undefined` for none. Throws `INVALID_CONFIG` for an invalid name, or for settings without a name. */
export function modelsOf({
  model: section,
  secret,
}: Pick<Settings, 'model' | 'secret'>): readonly [ChosenModel, ...ChosenModel[]] | undefined {
  const { name, cheaper } = section ?? {};
  const idle = OF_MODELS.find((key) => section?.[key] !== undefined);
  if (name === undefined && idle !== undefined) {
    throw invalidConfig(
      `\`model.${idle}\` is set, but no model is configured. Name one with \`model.name\` or \`IBID_MODEL\`, or leave the setting out.`,
    );
  }
  if (section === undefined || name === undefined || name.trim() === NO_MODEL) return undefined;
  const choose = (options: Omit<ModelOptions, 'apiKey'>, addressSettings: string): ChosenModel => {
    const { provider, model } = parseModelName(options.name);
    const { baseUrl: usual, isHosted, keyVariable: usualKey } = MODEL_PROVIDERS[provider];
    const baseUrl = options.baseUrl ?? usual;
    if (baseUrl === undefined) {
      throw invalidConfig(
        `\`${options.name}\` needs the address of its service, such as \`http://127.0.0.1:9000/v1\`. Write it into ${addressSettings}.`,
      );
    }
    // Never send a provider's key to another host, whatever address a copied configuration file contains.
    const isElsewhere = isHosted && URL.parse(baseUrl)?.origin !== URL.parse(usual!)?.origin;
    const keyVariable = isElsewhere ? MODEL_PROVIDERS.custom.keyVariable : usualKey;
    return { ...options, model, keyVariable, apiKey: secret(keyVariable) };
  };
  const { baseUrl, quirks } = section;
  const first = choose({ name, baseUrl, quirks }, '`model.baseUrl`, or `IBID_MODEL_URL` in the environment');
  return cheaper === undefined ? [first] : [first, choose(cheaper, '`model.cheaper.baseUrl`')];
}
