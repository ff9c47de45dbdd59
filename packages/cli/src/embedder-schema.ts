import { z } from 'zod';
import { EMBEDDER_NAMES } from './embedder-settings.ts';

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
    z.strictObject({ name: z.enum(['builtin', 'hash']) }),
    z.strictObject({ name: z.enum(['cohere', 'gemini']), ...hosted }),
    z.strictObject({
      name: z.literal('openai'),
      encoding: z.enum(['base64', 'float']).optional(),
      ...hosted,
      ...prefixes,
    }),
    z.strictObject({ name: z.literal('ollama'), keepAlive: z.string().min(1).optional(), ...hosted, ...prefixes }),
    z.strictObject({
      name: z.literal('transformers'),
      model: z.string().min(1).optional(),
      folder: z.string().min(1).optional(),
      download: z.boolean().optional(),
      pooling: z.enum(['mean', 'cls']).optional(),
      precision: z.string().min(1).optional(),
      ...prefixes,
    }),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? `must be one of ${EMBEDDER_NAMES.join(', ')}` : undefined) },
);

/** A name alone is read as a name without settings, so that what is wrong is named. */
export const embedderSchema: z.ZodType<unknown> = z
  .preprocess((value) => (typeof value === 'string' ? { name: value } : value), byName)
  .transform((config) => (Object.keys(config).length === 1 ? config.name : config));
