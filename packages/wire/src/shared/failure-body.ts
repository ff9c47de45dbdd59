import { z } from 'zod';

/** One body for every failure (R26), also the data of a stream's last event. A vocabulary may have members of its own beside these. */
export interface FailureBody {
  /** Short phrase for people. */
  readonly error: string;
  /** Stable name for programs. */
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly request_id: string;
}

export const failureBodySchema: z.ZodType<FailureBody> = z.looseObject({
  error: z.string().meta({ description: 'Short phrase for people' }),
  code: z.string().meta({ description: 'Stable name for programs' }),
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
  request_id: z.string(),
});
