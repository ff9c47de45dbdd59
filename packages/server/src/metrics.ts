/** Prometheus metrics for the owner. Label values come only from fixed lists (routes, outcomes, codes), never from client input. */
import type { EmbedderCall, ModelFault, ModelUse } from '@ibid/core/types';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const MICRO = 1_000_000;
const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 90];

/** Model usage of this UTC day in total, settled and reserved. Costs are in millionths of the currency. */
export interface SpentToday {
  readonly tokens: number;
  readonly microCost: number;
  /** `undefined` = no cap. */
  readonly maxTokens: number | undefined;
  readonly maxMicroCost: number | undefined;
}

export interface Metrics {
  request(request: {
    readonly route: string;
    readonly method: string;
    readonly status: number;
    readonly milliseconds: number;
  }): void;
  failure(code: string): void;
  answer(outcome: string, withheld: number): void;
  stage(stage: 'retrieval' | 'answer', milliseconds: number): void;
  tokens(of: 'question' | 'answer', count: number): void;
  /** Records a finished call of the embedder. */
  embedder(call: EmbedderCall): void;
  /** Records the model usage of one answer. */
  model(use: ModelUse): void;
  /** Records why an answer quoted the pages instead of using a model's wording. */
  fallback(fault: ModelFault): void;
  /** Records a model call refused by a cap. */
  refusal(cap: string): void;
  budget(spent: SpentToday): void;
  /** Sets the number of answers in progress. */
  runs(count: number): void;
  index(info: { readonly pages: number; readonly chunks: number; readonly generation: number }): void;
  sessions(count: number): void;
  /** Records a reader's feedback. */
  feedback(verdict: 'up' | 'down', known: boolean): void;
  /** Returns the metrics in Prometheus text exposition format. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Creates the metrics. `process` adds memory, CPU, file descriptors and event loop delay, which require continuous measurement. */
export function createMetrics({ process = false }: { readonly process?: boolean } = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (process) collectDefaultMetrics({ register: registry });
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]): Counter<L> =>
    new Counter({ name, help, labelNames, registers });
  const seconds = <L extends string>(name: string, help: string, ...labelNames: L[]): Histogram<L> =>
    new Histogram({ name, help, labelNames, buckets: SECONDS, registers });
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers });

  const requests = counter('ibid_http_requests_total', 'Requests', 'route', 'method', 'status');
  const durations = seconds('ibid_http_request_seconds', 'Time until the reply or the end of its stream', 'route');
  const failures = counter('ibid_failures_total', 'Requests that failed', 'code');
  const answers = counter('ibid_answers_total', 'Answers: answered, insufficient, refused', 'outcome');
  const withheldStatements = counter('ibid_statements_withheld_total', 'Statements that could not be proved');
  const stages = seconds('ibid_stage_seconds', 'Time of each stage of an answer', 'stage');
  const tokens = counter('ibid_tokens_total', 'Tokens (o200k) of questions and of answers', 'of');
  const embedderCalls = counter('ibid_embedder_calls_total', 'Calls; result: ok, or a code', 'purpose', 'result');
  const embedderTexts = counter('ibid_embedder_texts_total', 'Texts that the embedder was sent', 'purpose');
  const modelCalls = counter('ibid_model_calls_total', 'Calls; result: ok, or the fault', 'model', 'purpose', 'result');
  const modelTokens = counter('ibid_model_tokens_total', 'Tokens of models as charged', 'model', 'of');
  const modelCost = counter('ibid_model_cost_total', 'What models cost, as their prices say', 'model', 'currency');
  const fallbacks = counter('ibid_model_fallbacks_total', 'Answers quoted because a model failed, by why', 'fault');
  const refusals = counter('ibid_model_refusals_total', 'Calls of models that a cap has refused', 'cap');
  const verdicts = counter(
    'ibid_feedback_total',
    'Feedback on answers, and whether this server gave them; one that takes the place of another counts again',
    'verdict',
    'known',
  );
  const runs = gauge('ibid_runs', 'Answers under way');
  const pages = gauge('ibid_index_pages', 'Pages in the live index');
  const chunks = gauge('ibid_index_chunks', 'Passages in the live index');
  const generation = gauge('ibid_index_generation', 'Number of the live generation');
  const dayTokens = gauge('ibid_model_day_tokens', 'Tokens of models that are booked on this UTC day');
  const dayCost = gauge('ibid_model_day_cost', 'Cost of models that is booked on this UTC day');
  const dayTokenCap = gauge('ibid_model_day_tokens_cap', 'Most tokens of models on one UTC day; 0 = no cap');
  const dayCostCap = gauge('ibid_model_day_cost_cap', 'Most cost of models on one UTC day; 0 = no cap');
  const sessions = gauge('ibid_sessions', 'Conversations kept');

  return {
    request({ route, method, status, milliseconds }) {
      requests.inc({ route, method, status: String(status) });
      durations.observe({ route }, milliseconds / 1_000);
    },
    failure: (code) => failures.inc({ code }),
    answer(outcome, withheld) {
      answers.inc({ outcome });
      withheldStatements.inc(withheld);
    },
    stage: (stage, milliseconds) => stages.observe({ stage }, milliseconds / 1_000),
    tokens: (of, count) => tokens.inc({ of }, count),
    embedder({ purpose, texts, result }) {
      embedderCalls.inc({ purpose, result });
      embedderTexts.inc({ purpose }, texts);
    },
    model({ calls, currency }) {
      for (const { model, purpose, fault, inputTokens, outputTokens, microCost } of calls) {
        modelCalls.inc({ model, purpose, result: fault ?? 'ok' });
        modelTokens.inc({ model, of: 'input' }, inputTokens);
        modelTokens.inc({ model, of: 'output' }, outputTokens);
        if (microCost !== undefined) modelCost.inc({ model, currency }, microCost / MICRO);
      }
    },
    fallback: (fault) => fallbacks.inc({ fault }),
    refusal: (cap) => refusals.inc({ cap }),
    budget({ tokens: booked, microCost, maxTokens = 0, maxMicroCost = 0 }) {
      dayTokens.set(booked);
      dayCost.set(microCost / MICRO);
      dayTokenCap.set(maxTokens);
      dayCostCap.set(maxMicroCost / MICRO);
    },
    runs: (count) => runs.set(count),
    index(info) {
      pages.set(info.pages);
      chunks.set(info.chunks);
      generation.set(info.generation);
    },
    sessions: (count) => sessions.set(count),
    feedback: (verdict, known) => verdicts.inc({ verdict, known: String(known) }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
