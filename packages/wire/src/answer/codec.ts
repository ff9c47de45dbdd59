/**
 * The grounded answer agent (C3): one call builds a bundle of passages, another answers from the bundle it is given and from
 * nothing else. What the first gives, the second takes byte for byte.
 */
import type { Dialect } from '../dialect.ts';
import { answerEndpoint } from './answer-endpoint.ts';
import { healthEndpoint } from './health-endpoint.ts';
import { retrieveEndpoint } from './retrieve-endpoint.ts';

export const answerDialect: Dialect = {
  name: 'answer',
  endpoints: [
    answerEndpoint('/api/answer', undefined),
    answerEndpoint('/api/answer/stream', true),
    retrieveEndpoint,
    healthEndpoint('answer'),
    healthEndpoint('retrieval'),
  ],
  drops: ['statements', 'nearest', 'history', 'scope', 'passages', 'confidence'],
};
