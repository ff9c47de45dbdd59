import { z } from 'zod';

const api = z.enum(['chat', 'responses']).optional();
const cap = z
  .strictObject({ tokens: z.int().min(1).optional(), cost: z.number().positive().optional() })
  .refine(({ tokens, cost }) => tokens !== undefined || cost !== undefined, 'give `tokens`, `cost` or both')
  .optional();
const price = z.number().min(0);
const milliseconds = z.int().min(100).max(600_000).optional();

/** Of the `model` section. Names of providers and models are read where models are opened, so that every way in has the same message. */
export const modelSchema: z.ZodType = z.strictObject({
  name: z.string().min(1).optional(),
  baseUrl: z.url({ protocol: /^https?$/u }).optional(),
  api,
  cheaper: z
    .strictObject({ name: z.string().min(1), baseUrl: z.url({ protocol: /^https?$/u }).optional(), api })
    .optional(),
  temperature: z.number().min(0).max(1).optional(),
  maxTokens: z.int().min(64).max(32_768).optional(),
  systemPrompt: z.string().max(8_000).optional(),
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
