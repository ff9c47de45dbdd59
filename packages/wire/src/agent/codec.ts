/**
 * Dialect of the agent with sessions: questions with tuning, conversations, and retrieved passages. Unknown fields are ignored with a note;
 * failures have their own names.
 */
import type { Dialect } from '../dialect.ts';
import { answerEndpoints } from '../shared/answer-endpoints.ts';
import { healthEndpoint } from '../shared/health.ts';
import bookRequest from './__fixtures__/book/request.json' with { type: 'json' };
import bookReply from './__fixtures__/book/response.json' with { type: 'json' };
import conversationRequest from './__fixtures__/conversation/request.json' with { type: 'json' };
import conversationReply from './__fixtures__/conversation/response.json' with { type: 'json' };
import health from './__fixtures__/health/response.json' with { type: 'json' };
import { encodeAgentFailure } from './failures.ts';
import { questionSpec } from './question.ts';
import { toolSchemas } from './retrieval-tool.ts';
import { sessionEndEndpoint, sessionEndpoint } from './sessions.ts';
import { TUNING_DEFAULTS, type TuningDefaults } from './tuning.ts';

const { query, ...further } = conversationRequest;

/** Creates the agent dialect. `tuning` has the owner's defaults for settings that a request leaves out. */
export function createAgentDialect(tuning: TuningDefaults = TUNING_DEFAULTS): Dialect {
  return {
    name: 'agent',
    endpoints: [
      ...answerEndpoints({
        ...questionSpec('new-or-named', tuning),
        path: '/api/agent/query',
        operationId: 'queryAgent',
        summary: 'Ask the agent',
        examples: [{ name: 'A question', request: bookRequest, reply: bookReply.body }],
      }),
      ...answerEndpoints({
        ...questionSpec('named', tuning),
        path: '/api/agent/conversation',
        operationId: 'continueAgentConversation',
        summary: 'Go on with a conversation',
        examples: [
          { name: 'A further question', request: { query_text: query, ...further }, reply: conversationReply.body },
        ],
      }),
      sessionEndpoint,
      sessionEndEndpoint,
      healthEndpoint({
        path: '/api/agent/health',
        operationId: 'agentHealth',
        tag: 'agent',
        summary: 'Whether the parts behind the agent work',
        needs: ['index', 'embedder', 'sessions'],
        reportsModel: true,
        example: health.body,
        encodeFailure: encodeAgentFailure,
      }),
    ],
    schemas: () => toolSchemas(tuning),
  };
}

export const agentDialect: Dialect = createAgentDialect();
