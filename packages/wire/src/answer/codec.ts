/**
 * Dialect of the grounded answer agent: one call builds a bundle of passages, another answers from a given bundle and nothing else. The
 * second accepts the first one's output byte for byte.
 */
import type { Dialect } from '../dialect.ts';
import { healthEndpoint } from '../shared/health.ts';
import health from './__fixtures__/health/response.json' with { type: 'json' };
import { bundleAnswerEndpoints } from './answer.ts';
import { retrieveEndpoint } from './retrieve.ts';

const parts = { tag: 'answer', needs: ['index', 'embedder'], example: health.body } as const;

export const answerDialect: Dialect = {
  name: 'answer',
  endpoints: [
    ...bundleAnswerEndpoints,
    retrieveEndpoint,
    healthEndpoint({
      ...parts,
      path: '/api/health/answer',
      operationId: 'answerHealth',
      summary: 'Whether the parts behind answers work',
      reportsModel: true,
    }),
    healthEndpoint({
      ...parts,
      path: '/api/health/retrieval',
      operationId: 'retrievalHealth',
      summary: 'Whether the parts behind retrieval work',
      reportsModel: false,
    }),
  ],
};
