import type { JobState } from '@ibid/core';
import { z } from 'zod';

export interface JobReply {
  readonly job_id: string;
  readonly state: JobState;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly attempts: number;
  readonly progress: { readonly stage: string; readonly done: number; readonly total: number | null };
  readonly pages: {
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    readonly unchanged: number;
    readonly failed: number;
  };
  readonly errors: readonly { readonly page: string; readonly stage: string; readonly error: string }[];
  readonly code: string | null;
  readonly message: string | null;
}

const count = z.int().min(0);
const instant = z.string().meta({ format: 'date-time' });

/** Every reply fits; the API description is made from it. */
export const jobSchema: z.ZodType<JobReply> = z.strictObject({
  job_id: z.string().meta({ format: 'uuid' }),
  state: z.enum(['queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled']).meta({
    description: '`partial`: the new index is on show, but some pages could not be read; `errors` says which',
  }),
  created_at: instant,
  started_at: instant.nullable(),
  ended_at: instant.nullable(),
  attempts: count.meta({ description: 'How often it was begun; above 1 when the server was restarted meanwhile' }),
  progress: z.strictObject({
    stage: z.string(),
    done: count,
    total: count.nullable().meta({ description: 'null while unknown' }),
  }),
  pages: z
    .strictObject({ added: count, changed: count, removed: count, unchanged: count, failed: count })
    .meta({ description: 'Zero until the job has ended' }),
  errors: z.array(z.strictObject({ page: z.string(), stage: z.string(), error: z.string() })).meta({
    description: 'One for each page left out, at most 1,000',
  }),
  code: z.string().nullable().meta({ description: 'What ended a failed job; null otherwise' }),
  message: z.string().nullable().meta({ description: 'The same in words; null otherwise' }),
});
