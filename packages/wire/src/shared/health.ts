import { z } from 'zod';
import type { HealthEndpoint, HealthPart } from '../dialect.ts';
import { toJsonSchema } from './fields.ts';

/** Names of the parts in the contracts. */
const NAMES: Readonly<Record<HealthPart, string>> = {
  index: 'vector_store',
  embedder: 'embedding_model',
  sessions: 'session_store',
  model: 'language_model',
};

interface HealthSpec extends Pick<HealthEndpoint, 'path' | 'needs' | 'reportsModel' | 'failureBody'> {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly example: unknown;
}

/** Creates a health endpoint: status 200 if all required parts work, else 503 with the same body. */
export function healthEndpoint({ operationId, tag, summary, example, ...rest }: HealthSpec): HealthEndpoint {
  const { needs, reportsModel } = rest;
  const model = z.boolean().optional().describe('Only where a model is configured');
  const schema = z.strictObject({
    status: z.enum(['healthy', 'unhealthy']),
    timestamp: z.string().meta({ format: 'date-time' }),
    dependencies: z.strictObject({
      ...Object.fromEntries(needs.map((part) => [NAMES[part], z.boolean()])),
      ...(reportsModel ? { [NAMES.model]: model } : {}),
    }),
  });
  return {
    ...rest,
    kind: 'health',
    method: 'GET',
    description: {
      operationId,
      tag,
      summary,
      details: '503 with the same body when one of them does not.',
      reply: () => toJsonSchema(schema, 'output'),
      examples: [{ name: 'All parts work', reply: example }],
    },
    encode(parts, { receivedAt }) {
      const isHealthy = needs.every((part) => parts.get(part) === true);
      const dependencies = Object.fromEntries([...parts].map(([part, works]) => [NAMES[part], works]));
      const body = { status: isHealthy ? 'healthy' : 'unhealthy', timestamp: receivedAt, dependencies };
      return { status: isHealthy ? 200 : 503, headers: {}, body };
    },
  };
}
