import { z } from 'zod';
import type { FailureBody } from './failures.ts';

export const failureBodySchema: z.ZodType<FailureBody> = z.looseObject({
  error: z.string().meta({ description: 'Short phrase for people' }),
  code: z.string().meta({ description: 'Stable name for programs' }),
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
  request_id: z.string(),
});
