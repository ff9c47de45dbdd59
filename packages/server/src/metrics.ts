/** Prometheus metrics for the owner. Label values come only from fixed lists (routes, outcomes, codes), never from client input. */
import type { EmbedderCall, ModelUse } from '@ibid/core/types';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const MICRO = 1_000_000;
const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 90];

/** Names without `ibid_`, meanings and labels. Those that end with `_total` are counted, those with `_seconds` are times, and others are set. */
const SERIES = [
  ['http_requests_total', 'Requests', 'route', 'method', 'status'],
  ['http_request_seconds', 'Time until the reply or the end of its stream', 'route'],
  ['failures_total', 'Requests that failed', 'code'],
  ['answers_total', 'Answers: answered, insufficient, refused', 'outcome'],
  ['statements_withheld_total', 'Statements that could not be proved'],
  ['stage_seconds', 'Time of each stage of an answer', 'stage'],
  ['tokens_total', 'Tokens (o200k) of questions and of answers', 'of'],
  ['embedder_calls_total', 'Calls; result: ok, or a code', 'purpose', 'result'],
  ['embedder_texts_total', 'Texts that the embedder was sent', 'purpose'],
  ['model_calls_total', 'Calls; result: ok, or the fault', 'model', 'purpose', 'result'],
  ['model_tokens_total', 'Tokens of models as charged', 'model', 'of'],
  ['model_cost_total', 'What models cost, as their prices say', 'model', 'currency'],
  ['model_fallbacks_total', 'Answers quoted because a model failed, by why', 'fault'],
  ['model_refusals_total', 'Calls of models that a cap has refused', 'cap'],
  [
    'feedback_total',
    'Feedback on answers, and whether this server gave them; one that takes the place of another counts again',
    'verdict',
    'known',
  ],
  ['runs', 'Answers under way'],
  ['index_pages', 'Pages in the live index'],
  ['index_chunks', 'Passages in the live index'],
  ['index_generation', 'Number of the live generation'],
  ['model_day_tokens', 'Tokens of models that are booked on this UTC day'],
  ['model_day_cost', 'Cost of models that is booked on this UTC day'],
  ['model_day_tokens_cap', 'Most tokens of models on one UTC day; 0 = no cap'],
  ['model_day_cost_cap', 'Most cost of models on one UTC day; 0 = no cap'],
  ['sessions', 'Conversations kept'],
] as const;

type Series = (typeof SERIES)[number];
type Labels<N extends Series[0]> =
  Extract<Series, readonly [N, ...unknown[]]> extends readonly [N, string, ...infer L extends string[]]
    ? Readonly<Record<L[number], string>>
    : never;

/** Only a counter has a usual value. */
type Value<N extends Series[0]> = N extends `${string}_total` ? [value?: number] : [value: number];

/** Model usage of this UTC day in total, settled and reserved. Costs are in millionths of the currency. */
export interface SpentToday {
  readonly tokens: number;
  readonly microCost: number;
  /** `undefined` = no cap. */
  readonly maxTokens: number | undefined;
  readonly maxMicroCost: number | undefined;
}

export interface Metrics {
  /** Adds to a counter, 1 by default, sets a gauge, or records a time in seconds. */
  record<N extends Series[0]>(name: N, labels: Labels<N>, ...value: Value<N>): void;
  /** Records a finished call of the embedder. */
  embedder(call: EmbedderCall): void;
  /** Records the model usage of one answer. */
  model(use: ModelUse): void;
  budget(spent: SpentToday): void;
  /** Returns the metrics in Prometheus text exposition format. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Creates the metrics. `process` adds memory, CPU, file descriptors and event loop delay, which require continuous measurement. */
export function createMetrics({ process = false }: { readonly process?: boolean } = {}): Metrics {
  const registry = new Registry();
  if (process) collectDefaultMetrics({ register: registry });
  const recorders = new Map(
    SERIES.map(([id, help, ...labelNames]) => {
      const about = { name: `ibid_${id}`, help, labelNames, registers: [registry] };
      if (id.endsWith('_total')) {
        const counter = new Counter(about);
        return [id, (labels: object, value: number) => counter.inc(labels, value)] as const;
      }
      if (id.endsWith('_seconds')) {
        const times = new Histogram({ ...about, buckets: SECONDS });
        return [id, (labels: object, value: number) => times.observe(labels, value)] as const;
      }
      const gauge = new Gauge(about);
      return [id, (labels: object, value: number) => gauge.set(labels, value)] as const;
    }),
  );
  const record: Metrics['record'] = (name, labels, ...[value = 1]) => recorders.get(name)!(labels, value);
  return {
    record,
    embedder({ purpose, texts, result }) {
      record('embedder_calls_total', { purpose, result });
      record('embedder_texts_total', { purpose }, texts);
    },
    model({ calls, currency }) {
      for (const { model, purpose, fault, inputTokens, outputTokens, microCost } of calls) {
        record('model_calls_total', { model, purpose, result: fault ?? 'ok' });
        record('model_tokens_total', { model, of: 'input' }, inputTokens);
        record('model_tokens_total', { model, of: 'output' }, outputTokens);
        if (microCost !== undefined) record('model_cost_total', { model, currency }, microCost / MICRO);
      }
    },
    budget({ tokens, microCost, maxTokens = 0, maxMicroCost = 0 }) {
      record('model_day_tokens', {}, tokens);
      record('model_day_cost', {}, microCost / MICRO);
      record('model_day_tokens_cap', {}, maxTokens);
      record('model_day_cost_cap', {}, maxMicroCost / MICRO);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
