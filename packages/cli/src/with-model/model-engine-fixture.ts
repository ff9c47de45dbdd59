import {
  createEngine,
  createSpending,
  extractiveAnswerer,
  foldAnswer,
  openStore,
  withFallback,
  type Answer,
  type AnswerEvent,
  type AskOptions,
  type Budget,
  type Engine,
  type PriceTable,
  type Question,
  type SpendingCaps,
} from '@ibid/core';
import { countTokens } from '@ibid/core/chunk';
import { ingest } from '@ibid/core/ingest';
import { inlineParser } from '@ibid/core/parse';
import { agentAnswerer } from '@ibid/drivers/answerers/agent';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { memoryLedger } from '@ibid/drivers/ledgers/memory';
import { openModels } from '@ibid/drivers/models/open-models';
import { memoryStore } from '@ibid/drivers/stores/memory';
import { openModelService, scriptedSource, type ModelScript, type ModelService } from '@ibid/testkit';
import { retrievalTool } from '@ibid/wire';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

export interface ModelEngineOptions {
  /** Markdown by path. */
  readonly pages: Readonly<Record<string, string>>;
  readonly answer: ModelScript;
  readonly api?: 'chat' | 'responses';
  /** None unless given. */
  readonly caps?: SpendingCaps;
  readonly prices?: PriceTable;
  readonly retrievalEnabled?: boolean;
  readonly systemPrompt?: string;
  readonly maxTokens?: number;
  /** Short ones unless given, so that tests of silent services end soon. */
  readonly deadlines?: { readonly firstTokenMs?: number; readonly idleMs?: number; readonly totalMs?: number };
  /** Asked when the first one fails or is beyond the budget. */
  readonly cheaper?: string;
}

export interface ModelEngine extends AsyncDisposable {
  readonly engine: Engine;
  readonly service: ModelService;
  readonly budget: Budget;
  ask(text: string, rest?: Partial<Question>, options?: AskOptions): Promise<Answer>;
  events(text: string, rest?: Partial<Question>, options?: AskOptions): Promise<AnswerEvent[]>;
}

export const MODEL = 'gemini-2.0-flash';
const SHORT = { firstTokenMs: 600, idleMs: 600, totalMs: 3_000 };
const epoch = (): Date => new Date(0);
const question = (text: string, rest: Partial<Question>): Question => ({ text, history: [], ...rest });

/** An engine over a few pages whose model is a real service on a loopback port, wired as the command line wires it. */
export async function openModelEngine(options: ModelEngineOptions): Promise<ModelEngine> {
  await using cleanup = new AsyncDisposableStack();
  const { cheaper } = options;
  const names = [MODEL, ...(cheaper === undefined ? [] : [cheaper])];
  const service = cleanup.use(await openModelService({ answer: options.answer, models: names }));
  const ledger = memoryLedger();
  await ledger.open();
  cleanup.adopt(ledger, (opened) => opened.close());
  const budget = createSpending({
    driver: ledger,
    caps: options.caps ?? {},
    prices: options.prices,
    models: names,
    newId: randomUUID,
    today: () => '2026-11-22',
  });
  const models = openModels({
    models: names.map((name) => ({
      name: `custom/${name}`,
      baseUrl: service.url,
      apiKey: service.apiKey,
      api: options.api ?? 'chat',
    })),
    spending: budget,
    countTokens,
    now: () => performance.now(),
    random: () => 0,
    sleep: async (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
  });
  cleanup.adopt(models, (opened) => opened.close());
  const agent = agentAnswerer({
    models,
    searchTool: (find) =>
      retrievalTool({ find, countTokens, nowIso: () => epoch().toISOString(), clock: () => performance.now() }),
    configuration: {
      maxTokens: options.maxTokens ?? 800,
      systemPrompt: options.systemPrompt ?? '',
      retrievalEnabled: options.retrievalEnabled ?? true,
    },
    deadlines: { ...SHORT, ...options.deadlines },
  });
  const store = await openStore(memoryStore());
  const embedder = builtinEmbedder();
  await ingest({ source: scriptedSource(options.pages), parser: inlineParser(), store, embedder, now: epoch });
  const engine = createEngine({
    store,
    embedder,
    answerer: withFallback(agent, extractiveAnswerer()),
    ...(options.prices === undefined ? {} : { currency: options.prices.currency }),
    newId: () => 'run-1',
  });
  cleanup.adopt(engine, (opened) => opened.close());
  const opened = cleanup.move();
  return {
    engine,
    service,
    budget,
    ask: (text, rest = {}, call = {}) => foldAnswer(engine.ask(question(text, rest), call)),
    events: (text, rest = {}, call = {}) => Array.fromAsync(engine.ask(question(text, rest), call)),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
