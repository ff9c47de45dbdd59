import { z } from 'zod';
import type { HealthPart, WireContext, WireReply } from '../dialect.ts';

export interface AnswerHealth {
  readonly status: 'healthy' | 'unhealthy';
  /** ISO 8601 UTC. */
  readonly timestamp: string;
  readonly dependencies: {
    readonly vector_store: boolean;
    readonly embedding_model: boolean;
    /** Where a model is configured; answers are quoted from the passages while it does not work. */
    readonly language_model?: boolean | undefined;
  };
}

export const healthSchema: z.ZodType<AnswerHealth> = z.strictObject({
  status: z.enum(['healthy', 'unhealthy']),
  timestamp: z.string().meta({ format: 'date-time' }),
  dependencies: z.strictObject({
    vector_store: z.boolean(),
    embedding_model: z.boolean(),
    language_model: z.boolean().optional().meta({ description: 'Only where a model is configured' }),
  }),
});

/** 200 when all parts that are needed work, else 503 with the same body. */
export function encodeHealth(
  parts: ReadonlyMap<HealthPart, boolean>,
  context: Pick<WireContext, 'receivedAt'>,
): WireReply {
  const dependencies = {
    vector_store: parts.get('index') === true,
    embedding_model: parts.get('embedder') === true,
  };
  const healthy = Object.values(dependencies).every(Boolean);
  const model = parts.get('model');
  const body: AnswerHealth = {
    status: healthy ? 'healthy' : 'unhealthy',
    timestamp: context.receivedAt,
    dependencies: { ...dependencies, ...(model === undefined ? {} : { language_model: model }) },
  };
  return { status: healthy ? 200 : 503, headers: {}, body };
}
