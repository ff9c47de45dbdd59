import type { HealthEndpoint, SessionEndEndpoint, SessionEndpoint } from '../dialect.ts';
import { toJsonSchema } from '../shared/to-json-schema.ts';
import ended from './__fixtures__/session-ended/response.json' with { type: 'json' };
import health from './__fixtures__/health/response.json' with { type: 'json' };
import session from './__fixtures__/session/response.json' with { type: 'json' };
import { decodeSession } from './decode-session.ts';
import { encodeAgentFailure } from './encode-failure.ts';
import { encodeEnded, endedSchema } from './ended.ts';
import { encodeSession } from './encode-session.ts';
import { encodeHealth, healthSchema } from './health.ts';
import { sessionSchema } from './session-schema.ts';

/** Nothing is retrieved here: whatever fails is the store of the conversations. */
const encodeFailure: SessionEndpoint['encodeFailure'] = (failure, context) =>
  encodeAgentFailure({ ...failure, stage: 'conversation' }, context);

const failures = [
  'INVALID_REQUEST',
  'UNSUPPORTED',
  'SESSION_NOT_FOUND',
  'STORE_BUSY',
  'INDEX_DAMAGED',
  'UPSTREAM_FAILED',
] as const;

const common = { tag: 'agent', request: undefined, replyStatus: 200, streams: 'never', owner: false } as const;

export const sessionEndpoint: SessionEndpoint = {
  kind: 'session',
  method: 'GET',
  path: '/api/agent/session/{session_id}',
  description: {
    ...common,
    operationId: 'readAgentSession',
    summary: 'Read a conversation',
    details: 'Whoever knows the id may read it.',
    reply: () => toJsonSchema(sessionSchema, 'output'),
    failures,
    examples: [{ name: 'A conversation', request: undefined, reply: session.body }],
  },
  decode: decodeSession,
  encodeSession: (found) => ({ status: 200, headers: {}, body: encodeSession(found) }),
  encodeFailure,
};

export const sessionEndEndpoint: SessionEndEndpoint = {
  kind: 'session-end',
  method: 'DELETE',
  path: '/api/agent/session/{session_id}',
  description: {
    ...common,
    operationId: 'endAgentSession',
    summary: 'End a conversation and delete its turns',
    details: 'It waits for the turn under way, however many wait for the conversation.',
    reply: () => toJsonSchema(endedSchema, 'output'),
    failures,
    examples: [{ name: 'Ended', request: undefined, reply: ended.body }],
  },
  decode: decodeSession,
  encodeEnded: (sessionId) => ({ status: 200, headers: {}, body: encodeEnded(sessionId) }),
  encodeFailure,
};

export const healthEndpoint: HealthEndpoint = {
  kind: 'health',
  method: 'GET',
  path: '/api/agent/health',
  needs: ['index', 'embedder', 'sessions'],
  mentions: ['model'],
  description: {
    ...common,
    operationId: 'agentHealth',
    summary: 'Whether the parts behind the agent work',
    details: '503 with the same body when one of them does not.',
    reply: () => toJsonSchema(healthSchema, 'output'),
    failures: [],
    examples: [{ name: 'All parts work', request: undefined, reply: health.body }],
  },
  encodeHealth,
  encodeFailure: encodeAgentFailure,
};
