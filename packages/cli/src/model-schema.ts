import { z } from 'zod';

const api = z.enum(['chat', 'responses']).optional();
const cap = z
  .strictObject({ tokens: z.int().min(1).optional(), cost: z.number().positive().optional() })
  .refine(({ tokens, cost }) => tokens !== undefined || cost !== undefined, 'give `tokens`, `cost` or both')
  .optional();
const price = z.number().min(0);
/** An answer has 90 s over HTTP, and some of them are for what comes before and after the model. */
const MOST_MS = 80_000;
const milliseconds = z
  .int()
  .min(100)
  .max(MOST_MS, 'must be at most 80000: an answer has 90 s in all, and without one by then the reader gets an error')
  .optional();
/** As much as the prompt takes; see `answerInstructions`. */
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
const service = { baseUrl: z.url({ protocol: /^https?$/u }).optional(), api, quirks };

/** Of the `model` section. Names of providers and models are read where models are opened, so that every way in has the same message. */
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
  deadlines: z.strictObject({ firstTokenMs: milliseconds, idleMs: milliseconds, totalMs: milliseconds }).optional(),
});
