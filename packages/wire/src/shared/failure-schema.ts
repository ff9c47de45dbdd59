import { z } from 'zod';
import type { JsonSchema } from '../dialect.ts';
import type { FailureBody } from './failures.ts';
import { toJsonSchema } from './fields.ts';

const issueSchema = z.strictObject({ path: z.string(), message: z.string() });
const schema = z.looseObject({
  error: z.string().meta({ description: 'Short phrase for people' }),
  code: z.string().meta({ description: 'Stable name for programs' }),
  message: z.string(),
  details: z.looseObject({
    issues: z.array(issueSchema).optional().meta({ description: 'The fields of a request that are wrong' }),
    retry_after_seconds: z.number().optional().meta({ description: 'As in `Retry-After`' }),
  }),
  request_id: z.string(),
});

export const failureBodySchema: z.ZodType<FailureBody> = schema;

/** JSON Schema of the failures of a dialect that adds members to the shared body. */
export function failureSchemaWith(more: z.ZodRawShape, title: string): JsonSchema {
  return toJsonSchema(schema.extend(more), 'output', title);
}
