import type { HealthEndpoint } from '../dialect.ts';
import { encodeFailure } from '../shared/encode-failure.ts';
import { toJsonSchema } from '../shared/to-json-schema.ts';
import health from './__fixtures__/health/response.json' with { type: 'json' };
import { encodeHealth, healthSchema } from './health.ts';

/** Says whether the parts behind one of the two stages work. */
export function healthEndpoint(stage: 'answer' | 'retrieval'): HealthEndpoint {
  return {
    kind: 'health',
    method: 'GET',
    path: `/api/health/${stage}`,
    needs: ['index', 'embedder'],
    mentions: stage === 'answer' ? ['model'] : [],
    description: {
      operationId: `${stage}Health`,
      tag: 'answer',
      summary: stage === 'answer' ? 'Whether the parts behind answers work' : 'Whether the parts behind retrieval work',
      details: '503 with the same body when one of them does not.',
      request: undefined,
      reply: () => toJsonSchema(healthSchema, 'output'),
      replyStatus: 200,
      streams: 'never',
      owner: false,
      failures: [],
      examples: [{ name: 'All parts work', request: undefined, reply: health.body }],
    },
    encodeHealth,
    encodeFailure,
  };
}
