import { z } from 'zod';
import type { JsonSchema } from '../dialect.ts';

/** JSON Schema 2020-12 of what a schema takes (`input`) or has made (`output`). */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  return rest;
}
