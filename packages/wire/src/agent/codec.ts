/**
 * The vocabulary of the agent with sessions (C2): questions with tuning, conversations, and what was found. Unknown fields are
 * ignored with a note; failures have names of their own.
 */
import type { Dialect } from '../dialect.ts';
import answeredRequest from './__fixtures__/answered/request.json' with { type: 'json' };
import answeredReply from './__fixtures__/answered/response.json' with { type: 'json' };
import conversationRequest from './__fixtures__/conversation/request.json' with { type: 'json' };
import conversationReply from './__fixtures__/conversation/response.json' with { type: 'json' };
import { questionEndpoint } from './question-endpoint.ts';
import { healthEndpoint, sessionEndEndpoint, sessionEndpoint } from './session-endpoints.ts';
import { TUNING_DEFAULTS, type TuningDefaults } from './tuning.ts';

const query = {
  conversation: 'new-or-named',
  examples: [{ name: 'A question', request: answeredRequest, reply: answeredReply.body }],
} as const;

const conversation = {
  conversation: 'named',
  examples: [{ name: 'A further question', request: conversationRequest, reply: conversationReply.body }],
} as const;

/** `tuning` are the owner's values where a request says nothing. */
export function createAgentDialect(tuning: TuningDefaults = TUNING_DEFAULTS): Dialect {
  return {
    name: 'agent',
    endpoints: [
      questionEndpoint({
        ...query,
        tuning,
        path: '/api/agent/query',
        operationId: 'queryAgent',
        summary: 'Ask the agent',
        streams: undefined,
      }),
      questionEndpoint({
        ...query,
        tuning,
        path: '/api/agent/query/stream',
        operationId: 'queryAgentStream',
        summary: 'Ask the agent, and see the text grow',
        streams: true,
      }),
      questionEndpoint({
        ...conversation,
        tuning,
        path: '/api/agent/conversation',
        operationId: 'continueAgentConversation',
        summary: 'Go on with a conversation',
        streams: undefined,
      }),
      questionEndpoint({
        ...conversation,
        tuning,
        path: '/api/agent/conversation/stream',
        operationId: 'continueAgentConversationStream',
        summary: 'Go on with a conversation, and see the text grow',
        streams: true,
      }),
      sessionEndpoint,
      sessionEndEndpoint,
      healthEndpoint,
    ],
    drops: ['statements', 'nearest', 'history', 'confidence'],
  };
}

export const agentDialect: Dialect = createAgentDialect();
