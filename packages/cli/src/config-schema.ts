import { invalidConfig } from '@ibid/core';
import { z } from 'zod';
import { EMBEDDER_NAMES, type IbidConfig, LOG_FORMATS, SOURCE_KINDS } from './define-config.ts';
import { qdrantSettingsSchema } from '@ibid/drivers/stores/qdrant/options';

export { EMBEDDER_NAMES } from './define-config.ts';
export { isQdrantAddress } from './stores.ts';

/** Schema of an object whose settings are all optional. */
function settings<T extends z.ZodRawShape>(shape: T) {
  return z.strictObject(shape).partial();
}

const text = z.string().min(1);
const webAddress = z.url({ protocol: /^https?$/u });
const milliseconds = z.int().min(100).max(600_000);
const hosted = {
  model: text,
  dimensions: z.int().min(1).max(16_384),
  baseUrl: webAddress,
  service: text,
  maxBatch: z.int().min(1).max(96),
  questionTimeout: milliseconds,
  documentTimeout: milliseconds,
};
const prefixes = { documentPrefix: z.string().max(500), queryPrefix: z.string().max(500) };
const local = { model: text, folder: text, pooling: z.enum(['mean', 'cls']), precision: text, ...prefixes };

const byName = z.discriminatedUnion(
  'name',
  [
    z.strictObject({ name: z.literal('builtin') }),
    settings(hosted).extend({ name: z.enum(['cohere', 'gemini']) }),
    settings({ encoding: z.enum(['base64', 'float']), ...hosted, ...prefixes }).extend({ name: z.literal('openai') }),
    settings({ keepAlive: text, ...hosted, ...prefixes }).extend({ name: z.literal('ollama') }),
    settings(local).extend({ name: z.literal('local') }),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? `must be one of ${EMBEDDER_NAMES.join(', ')}` : undefined) },
);

/** Settings of all embedders together. */
export const EMBEDDER_SETTINGS: readonly string[] = [
  ...new Set(byName.options.flatMap(({ shape }) => Object.keys(shape))),
];

/** Has a schema for each setting of a type, and no others. Types are not inferred from schemas: declarations are published without inference. */
type FieldsOf<T> = Readonly<Record<keyof T, z.ZodType>>;

/** A bare name is treated as settings with only that name, so that error messages can name the wrong value. */
export const embedderSchema: z.ZodType<unknown> = z
  .preprocess((value) => (typeof value === 'string' ? { name: value } : value), byName)
  .transform((config) => (Object.keys(config).length === 1 ? config.name : config));

const cap = settings({ tokens: z.int().min(1), cost: z.number().positive() }).refine(
  ({ tokens, cost }) => tokens !== undefined || cost !== undefined,
  'give `tokens`, `cost` or both',
);
const price = z.number().min(0);
/** An answer over HTTP has 90 s in total; the rest is for the work before and after the model. */
const MOST_MS = 80_000;
const modelMilliseconds = z
  .int()
  .min(100)
  .max(MOST_MS, 'must be at most 80000: an answer has 90 s in all, and without one by then the reader gets an error');
/** Limit of the prompt; see `answerInstructions`. */
const MOST_WISHES = 4_000;
const quirks = settings({
  limit: z.enum(['max_tokens', 'max_completion_tokens']),
  asksForUsage: z.boolean(),
  temperature: z.boolean(),
  parallelToolCalls: z.boolean(),
  tools: z.boolean(),
});
const service = { baseUrl: webAddress, quirks };

/** Schema of `model`. Provider and model names are checked when the model is opened, so that all sources of a name give the same message. */
export const modelSchema: z.ZodType = settings({
  name: text,
  ...service,
  cheaper: settings(service).extend({ name: text }),
  temperature: z.number().min(0).max(1),
  maxTokens: z.int().min(64).max(32_768),
  systemPrompt: z
    .string()
    .max(MOST_WISHES, `must be at most ${MOST_WISHES} characters long: the model is told no more of it`),
  retrievalEnabled: z.boolean(),
  maxTurns: z.int().min(1).max(50),
  scoreThreshold: z.number().min(0).max(1),
  topK: z.int().min(1).max(10),
  rewriteFollowUps: z.boolean(),
  caps: settings({ perDay: cap, perSession: cap, perClient: cap, perSiteKey: cap }),
  prices: z.strictObject({
    currency: z.string().regex(/^[A-Z]{3}$/u, 'must be three capital letters, such as `USD`'),
    models: z.record(z.string(), z.strictObject({ input: price, output: price, cachedInput: price.optional() })),
  }),
  deadlines: settings({ firstTokenMs: modelMilliseconds, idleMs: modelMilliseconds, totalMs: modelMilliseconds }),
} satisfies FieldsOf<NonNullable<IbidConfig['model']>>);

const schema = settings({
  index: z.union([text, qdrantSettingsSchema]),
  source: text,
  sourceKind: z.enum(SOURCE_KINDS),
  siteUrl: z.url(),
  locale: text,
  locales: z.array(text).min(1),
  exclude: z.array(text),
  embedder: embedderSchema,
  site: text,
  siteBase: z.string().regex(/^\//u, 'must be a path such as /docs/'),
  title: text,
  model: modelSchema,
  server: settings({
    port: z.int().min(0).max(65_535),
    host: text,
    origins: z.array(z.url()),
    connectionsPerAddress: z.int().min(0),
    answersAtOnce: z.int().min(1),
    questionsPerMinute: z.int().min(0),
    requestsPerMinute: z.int().min(0),
    siteKeys: z.array(z.string().min(8)),
    siteKeyQuestionsPerMinute: z.int().min(0),
    trustedProxies: z.int().min(0).max(10),
    state: text,
    keepAliveSeconds: z.number().min(1).max(3600),
    drainSeconds: z.number().min(0).max(300),
    finishSeconds: z.number().min(0).max(300),
    log: z.enum(LOG_FORMATS),
    siteHeaders: z.boolean(),
    logQuestions: z.boolean(),
    feedbackQuestions: z.boolean(),
  } satisfies FieldsOf<NonNullable<IbidConfig['server']>>),
} satisfies FieldsOf<IbidConfig>);

/** Throws `INVALID_CONFIG` that lists all unknown keys and wrong values. */
export function checkConfig(config: unknown, file: string): IbidConfig {
  const checked = schema.safeParse(config);
  if (checked.success) return checked.data as IbidConfig; // optional keys are never present as `undefined`
  const problems = checked.error.issues.map(describe).join('; ');
  throw invalidConfig(`\`${file}\` cannot be used: ${problems}. Fix the file.`);
}

function describe(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => `\`${path === '' ? key : `${path}.${key}`}\``).join(', ');
    return `${keys} is not a setting`;
  }
  const ofKind = issue.code === 'invalid_union' ? issue.errors.find(isOfKind) : undefined;
  if (ofKind !== undefined) {
    return ofKind.map((inner) => describe({ ...inner, path: [...issue.path, ...inner.path] })).join('; ');
  }
  return path === '' ? issue.message : `\`${path}\`: ${issue.message}`;
}

/** True if the issues are inside a value of the right type, such as an object where an object or a string is allowed. */
function isOfKind(issues: readonly z.core.$ZodIssue[]): boolean {
  return issues.every(({ path, code }) => path.length > 0 || code !== 'invalid_type');
}
