import { createEngine, createSpending, extractiveAnswerer, foldAnswer, withFallback } from '@ibid/core';
import type {
  Answer,
  Answerer,
  AnswerEvent,
  AskOptions,
  Budget,
  ChunkStore,
  Engine,
  LedgerDriver,
  PriceTable,
  Question,
  SpendingCaps,
} from '@ibid/core/types';
import { countTokens } from '@ibid/core/chunk';
import { agentAnswerer } from '@ibid/drivers/answerers/agent';
import { modelRewriter } from '@ibid/drivers/answerers/model-rewriter';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { memoryState } from '@ibid/drivers/state/state';
import { openModels } from '@ibid/drivers/models/open-models';
import { indexOnce, openModelService, type ModelScript, type ModelService } from '@ibid/testkit';
import { retrievalTool } from '@ibid/wire';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

export interface ModelEngineOptions {
  /** Markdown by path. */
  readonly pages: Readonly<Record<string, string>>;
  readonly answer: ModelScript;
  /** Default: no caps. */
  readonly caps?: SpendingCaps;
  readonly prices?: PriceTable;
  readonly systemPrompt?: string;
  /** Long by default; tests of silent services give shorter ones. */
  readonly deadlines?: { readonly firstTokenMs?: number; readonly idleMs?: number; readonly totalMs?: number };
  /** Called when the first model fails or exceeds the budget. */
  readonly cheaper?: string;
  /** Lets the model make follow-up questions complete, within this many milliseconds. */
  readonly rewriteMs?: number;
  /** An open ledger, which is not closed. Default: in memory. */
  readonly ledger?: LedgerDriver;
  /** Wraps the answerer. */
  readonly answerer?: (agent: Answerer) => Answerer;
  /** The pause before a call is repeated. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export interface ModelEngine extends AsyncDisposable {
  readonly engine: Engine;
  readonly service: ModelService;
  readonly store: ChunkStore;
  readonly budget: Budget;
  /** Answers without a model, from the same index. */
  readonly extracts: Engine;
  extract(text: string, rest?: Partial<Question>): Promise<Answer>;
  ask(text: string, rest?: Partial<Question>, options?: AskOptions): Promise<Answer>;
  events(text: string, rest?: Partial<Question>, options?: AskOptions): Promise<AnswerEvent[]>;
}

export const MODEL = 'gemini-2.0-flash';
/** Long enough for a machine that is busy with other work. */
const PATIENT = { firstTokenMs: 20_000, idleMs: 20_000, totalMs: 60_000 };
const epoch = (): Date => new Date(0);
const question = (text: string, rest: Partial<Question>): Question => ({ text, history: [], ...rest });

const embedder = builtinEmbedder();
const indexed = indexOnce(embedder);

/** Opens an engine over a few pages whose model is a real service on a loopback port, wired like in the command line. */
export async function openModelEngine(options: ModelEngineOptions): Promise<ModelEngine> {
  await using cleanup = new AsyncDisposableStack();
  const { cheaper } = options;
  const names = [MODEL, ...(cheaper === undefined ? [] : [cheaper])];
  const service = cleanup.use(await openModelService({ answer: options.answer, models: names }));
  const ledger = options.ledger ?? memoryState().ledger;
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
    })),
    spending: budget,
    countTokens,
    now: () => performance.now(),
    random: () => 0,
    sleep: options.sleep ?? (async (milliseconds, signal) => wait(milliseconds, undefined, { signal })),
  });
  const agent = agentAnswerer({
    models,
    searchTool: (find) =>
      retrievalTool({ find, countTokens, nowIso: () => epoch().toISOString(), clock: () => performance.now() }),
    configuration: {
      maxTokens: 800,
      systemPrompt: options.systemPrompt ?? '',
      retrievalEnabled: true,
    },
    deadlines: { ...PATIENT, ...options.deadlines },
  });
  const store = await indexed(options.pages);
  const common = { store, embedder, newId: () => 'run-1' };
  const engine = createEngine({
    ...common,
    answerer: withFallback(options.answerer?.(agent) ?? agent, extractiveAnswerer()),
    ...(options.rewriteMs === undefined ? {} : { rewriter: modelRewriter({ models, deadlineMs: options.rewriteMs }) }),
    ...(options.prices === undefined ? {} : { currency: options.prices.currency }),
  });
  cleanup.adopt(engine, (opened) => opened.close());
  const extracts = createEngine({ ...common, answerer: extractiveAnswerer() });
  cleanup.adopt(extracts, (opened) => opened.close());
  const opened = cleanup.move();
  return {
    engine,
    service,
    store,
    budget,
    extracts,
    extract: (text, rest = {}) => foldAnswer(extracts.ask(question(text, rest))),
    ask: (text, rest = {}, call = {}) => foldAnswer(engine.ask(question(text, rest), call)),
    events: (text, rest = {}, call = {}) => Array.fromAsync(engine.ask(question(text, rest), call)),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
