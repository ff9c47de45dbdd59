import { invalidConfig } from '@ibid/core';
import { z } from 'zod';
import { EMBEDDER_NAMES, type IbidConfig, LOG_FORMATS, SOURCE_KINDS } from './define-config.ts';
import { qdrantSettingsSchema } from '@ibid/drivers/stores/qdrant/options';

export { EMBEDDER_NAMES } from './define-config.ts';
export { isQdrantAddress } from './stores.ts';

const milliseconds = z.int().min(100).max(600_000).optional();
const dimensions = z.int().min(1).max(16_384).optional();
const hosted = {
  model: z.string().min(1).optional(),
  dimensions,
  baseUrl: z.url({ protocol: /^https?$/u }).optional(),
  service: z.string().min(1).optional(),
  maxBatch: z.int().min(1).max(96).optional(),
  questionTimeout: milliseconds,
  documentTimeout: milliseconds,
};
const prefixes = { documentPrefix: z.string().max(500).optional(), queryPrefix: z.string().max(500).optional() };

const byName = z.discriminatedUnion(
  'name',
  [
    z.strictObject({ name: z.literal('builtin') }),
    z.strictObject({ name: z.enum(['cohere', 'gemini']), ...hosted }),
    z.strictObject({
      name: z.literal('openai'),
      encoding: z.enum(['base64', 'float']).optional(),
      ...hosted,
      ...prefixes,
    }),
    z.strictObject({ name: z.literal('ollama'), keepAlive: z.string().min(1).optional(), ...hosted, ...prefixes }),
    z.strictObject({
      name: z.literal('local'),
      model: z.string().min(1).optional(),
      folder: z.string().min(1).optional(),
      pooling: z.enum(['mean', 'cls']).optional(),
      precision: z.string().min(1).optional(),
      ...prefixes,
    }),
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

const cap = z
  .strictObject({ tokens: z.int().min(1).optional(), cost: z.number().positive().optional() })
  .refine(({ tokens, cost }) => tokens !== undefined || cost !== undefined, 'give `tokens`, `cost` or both')
  .optional();
const price = z.number().min(0);
/** An answer over HTTP has 90 s in total; the rest is for the work before and after the model. */
const MOST_MS = 80_000;
const modelMilliseconds = z
  .int()
  .min(100)
  .max(MOST_MS, 'must be at most 80000: an answer has 90 s in all, and without one by then the reader gets an error')
  .optional();
/** Limit of the prompt; see `answerInstructions`. */
const MOST_WISHES = 4_000;
const quirks = z
  .strictObject({
    limit: z.enum(['max_tokens', 'max_completion_tokens']).optional(),
    asksForUsage: z.boolean().optional(),
    temperature: z.boolean().optional(),
    parallelToolCalls: z.boolean().optional(),
    tools: z.boolean().optional(),
  })
  .optional();
const service = { baseUrl: z.url({ protocol: /^https?$/u }).optional(), quirks };

/** Schema of `model`. Provider and model names are checked when the model is opened, so that all sources of a name give the same message. */
export const modelSchema: z.ZodType = z.strictObject({
  name: z.string().min(1).optional(),
  ...service,
  cheaper: z.strictObject({ name: z.string().min(1), ...service }).optional(),
  temperature: z.number().min(0).max(1).optional(),
  maxTokens: z.int().min(64).max(32_768).optional(),
  systemPrompt: z
    .string()
    .max(MOST_WISHES, `must be at most ${MOST_WISHES} characters long: the model is told no more of it`)
    .optional(),
  retrievalEnabled: z.boolean().optional(),
  maxTurns: z.int().min(1).max(50).optional(),
  scoreThreshold: z.number().min(0).max(1).optional(),
  topK: z.int().min(1).max(10).optional(),
  rewriteFollowUps: z.boolean().optional(),
  caps: z.strictObject({ perDay: cap, perSession: cap, perClient: cap, perSiteKey: cap }).optional(),
  prices: z
    .strictObject({
      currency: z.string().regex(/^[A-Z]{3}$/u, 'must be three capital letters, such as `USD`'),
      models: z.record(z.string(), z.strictObject({ input: price, output: price, cachedInput: price.optional() })),
    })
    .optional(),
  deadlines: z
    .strictObject({ firstTokenMs: modelMilliseconds, idleMs: modelMilliseconds, totalMs: modelMilliseconds })
    .optional(),
} satisfies FieldsOf<NonNullable<IbidConfig['model']>>);

const schema = z.strictObject({
  index: z.union([z.string().min(1), qdrantSettingsSchema]).optional(),
  source: z.string().min(1).optional(),
  sourceKind: z.enum(SOURCE_KINDS).optional(),
  siteUrl: z.url().optional(),
  locale: z.string().min(1).optional(),
  locales: z.array(z.string().min(1)).min(1).optional(),
  exclude: z.array(z.string().min(1)).optional(),
  embedder: embedderSchema.optional(),
  site: z.string().min(1).optional(),
  siteBase: z.string().regex(/^\//u, 'must be a path such as /docs/').optional(),
  title: z.string().min(1).optional(),
  model: modelSchema.optional(),
  server: z
    .strictObject({
      port: z.int().min(0).max(65_535).optional(),
      host: z.string().min(1).optional(),
      origins: z.array(z.url()).optional(),
      connectionsPerAddress: z.int().min(0).optional(),
      answersAtOnce: z.int().min(1).optional(),
      questionsPerMinute: z.int().min(0).optional(),
      requestsPerMinute: z.int().min(0).optional(),
      siteKeys: z.array(z.string().min(8)).optional(),
      siteKeyQuestionsPerMinute: z.int().min(0).optional(),
      trustedProxies: z.int().min(0).max(10).optional(),
      state: z.string().min(1).optional(),
      keepAliveSeconds: z.number().min(1).max(3600).optional(),
      drainSeconds: z.number().min(0).max(300).optional(),
      finishSeconds: z.number().min(0).max(300).optional(),
      log: z.enum(LOG_FORMATS).optional(),
      siteHeaders: z.boolean().optional(),
      logQuestions: z.boolean().optional(),
      feedbackQuestions: z.boolean().optional(),
    } satisfies FieldsOf<NonNullable<IbidConfig['server']>>)
    .optional(),
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
