import { describe, expect, it } from 'vitest';
import type { Decoded } from '../dialect.ts';
import { testContext } from '../testing/test-context.ts';
import { decoderOf, endpointOf, requestOf } from '../testing/endpoint-parts.ts';
import { encodeAgentFailure } from './failures.ts';
import { sessionEndpoint } from './sessions.ts';
import { agentDialect } from './codec.ts';
import { SESSION_ID } from '../testing/session.ts';

const query = decoderOf(endpointOf(agentDialect.endpoints, 'answer', '/api/agent/query'));
const further = decoderOf(endpointOf(agentDialect.endpoints, 'answer', '/api/agent/conversation'));
const sessionOf = (params: Record<string, string>): Decoded<unknown> =>
  sessionEndpoint.decode({ ...requestOf(undefined), params });

/** Returns the status and body that the server sends for an invalid request. */
function refusal(decoded: Decoded<unknown>): unknown {
  if (decoded.kind !== 'invalid') return decoded.kind;
  const message = decoded.issues.map((issue) => issue.message).join('; ');
  const { status, body } = encodeAgentFailure(
    { code: 'INVALID_REQUEST', message, issues: decoded.issues },
    testContext(),
  );
  return { status, body };
}

function invalid(...issues: readonly (readonly [path: string, message: string])[]): unknown {
  return {
    status: 400,
    body: {
      error: 'Invalid request',
      code: 'AGENT_QUERY_INVALID',
      message: issues.map(([, message]) => message).join('; '),
      details: { issues: issues.map(([path, message]) => ({ path, message })) },
      request_id: 'req-1',
    },
  };
}

const BLANK = ['query_text', '`query_text` is required and must not be blank'] as const;
const UNNAMED = '`conversation_id` is required here; `POST /api/agent/query` begins a conversation and returns one';
const NO_UUID = 'must be a UUID, such as the `conversation_id` of an earlier reply';
const differ = (one: string, other: string): readonly [string, string] => [
  other,
  `\`${one}\` and \`${other}\` are two names of one field and differ; send one of them`,
];

const retrievalOf = (body: object): unknown => {
  const read = query({ query: 'x', ...body });
  return read.kind === 'ok' ? read.value.question.retrieval : undefined;
};

describe('agent requests', () => {
  it.each<[string, unknown, readonly (readonly [string, string])[]]>([
    [
      'a query of 1,000 characters (R1)',
      { query_text: 'x'.repeat(1000) },
      [['query_text', '`query_text` must have at most 999 characters']],
    ],
    [
      'two different conversations',
      { query: 'x', session_id: SESSION_ID, conversation_id: SESSION_ID.replace('3', '4') },
      [differ('session_id', 'conversation_id')],
    ],
    [
      'a session that is no UUID (R19)',
      { query: 'x', session_id: 'mine' },
      [['session_id', `\`session_id\` ${NO_UUID}`]],
    ],
    [
      'a conversation that is no UUID (R19)',
      { query: 'x', conversation_id: `${SESSION_ID}0` },
      [['conversation_id', `\`conversation_id\` ${NO_UUID}`]],
    ],
    [
      'a hot temperature (R2)',
      { query: 'x', temperature: 1.1 },
      [['temperature', '`temperature` must be a number from 0 to 1, not 1.1']],
    ],
    [
      'no turns (R2)',
      { query: 'x', max_turns: 0 },
      [['max_turns', '`max_turns` must be a whole number from 1 to 50, not 0']],
    ],
    [
      'half a chunk (R2)',
      { query: 'x', top_k: 2.5 },
      [['top_k', '`top_k` must be a whole number from 1 to 10, not 2.5']],
    ],
    [
      'a number as text (R2)',
      { query: 'x', score_threshold: '0.5' },
      [['score_threshold', '`score_threshold` must be a number from 0 to 1, not a value of type string']],
    ],
    [
      'too many chunks inside `parameters` (R2)',
      { query: 'x', parameters: { top_k: 11 } },
      [['parameters.top_k', '`parameters.top_k` must be a whole number from 1 to 10, not 11']],
    ],
    [
      '`parameters` that are a list',
      { query: 'x', parameters: [] },
      [['parameters', '`parameters` must be an object']],
    ],
    [
      'settings that differ inside and outside of `parameters`',
      { query: 'x', top_k: 3, temperature: 0, parameters: { top_k: 4, temperature: 0 } },
      [differ('top_k', 'parameters.top_k')],
    ],
    [
      'several things at once, each named',
      { top_k: 3, parameters: { top_k: 4, max_turns: 5 }, max_turns: 6 },
      [BLANK, differ('max_turns', 'parameters.max_turns'), differ('top_k', 'parameters.top_k')],
    ],
  ])('refuses %s', (_, body, issues) => {
    expect(refusal(query(body))).toEqual(invalid(...issues));
  });

  it('refuses a further question that names no conversation', () => {
    expect(refusal(further({ query: 'x' }))).toEqual(invalid(['conversation_id', UNNAMED]));
    expect(refusal(further({ query: 'x', conversation_id: ' ' }))).toEqual(invalid(['conversation_id', UNNAMED]));
    expect(refusal(further({}))).toEqual(invalid(BLANK, ['conversation_id', UNNAMED]));
  });

  it('refuses a path that names no UUID (R19), whatever stands there', () => {
    expect(refusal(sessionOf({ session_id: 'mine' }))).toEqual(invalid(['session_id', `\`session_id\` ${NO_UUID}`]));
    const blank = '`session_id` is required and must not be blank';
    expect(refusal(sessionOf({}))).toEqual(invalid(['session_id', blank]));
  });

  it('takes `session_id` and `conversation_id` for one field', () => {
    const expected = query({ query: 'x', session_id: SESSION_ID });
    expect(expected.kind).toBe('ok');
    expect(query({ query: 'x', conversation_id: SESSION_ID })).toEqual(expected);
    expect(further({ query: 'x', conversation_id: SESSION_ID, session_id: SESSION_ID })).toEqual(expected);
  });

  it('takes settings flat, inside `parameters`, and both where they agree', () => {
    const settings = { temperature: 0, max_turns: 3, top_k: 2, score_threshold: 0.7 };
    const flat = query({ query: 'x', ...settings });
    expect(flat).toMatchObject({
      value: {
        question: { retrieval: { limit: 2, minSimilarity: 0.7 } },
        conversation: {
          id: undefined,
          maxTurns: 3,
          settings: { temperature: 0, maxTurns: 3, topK: 2, scoreThreshold: 0.7 },
        },
      },
      notes: [],
    });
    expect(query({ query: 'x', parameters: settings })).toEqual(flat);
    expect(query({ query: 'x', ...settings, parameters: null })).toEqual(flat);
    expect(query({ query: 'x', ...settings, parameters: { ...settings, top_k: null } })).toEqual(flat);
  });

  it('begins a conversation where none is named, and reads ids in either case', () => {
    expect(query({ query: 'x' })).toMatchObject({ value: { conversation: { id: undefined, maxTurns: 10 } } });
    expect(query({ query: 'x', session_id: SESSION_ID.toUpperCase() })).toMatchObject({
      value: { conversation: { id: SESSION_ID } },
    });
    expect(sessionOf({ session_id: SESSION_ID.toUpperCase() })).toMatchObject({
      value: { sessionId: SESSION_ID },
    });
  });

  it('treats the default threshold as one that was asked for', () => {
    const asked = { limit: 5, minSimilarity: 0.5, mostSimilar: true };
    expect(retrievalOf({})).toEqual(asked);
    expect(retrievalOf({ score_threshold: 0.5 })).toEqual(asked);
    expect(retrievalOf({ parameters: { score_threshold: 0.5 } })).toEqual(asked);
  });

  it('passes the temperature on (R15)', () => {
    expect(query({ query: 'x', temperature: 0.2 })).toMatchObject({ value: { question: { temperature: 0.2 } } });
    expect(query({ query: 'x', parameters: { temperature: 1 } })).toMatchObject({
      value: { question: { temperature: 1 } },
    });
    expect(query({ query: 'x' })).toMatchObject({ value: { question: { temperature: 0.5 } } });
  });

  it('tells which fields inside `parameters` it ignored (R3)', () => {
    expect(query({ query: 'x', parameters: { top_p: 1, top_k: 5 } })).toMatchObject({
      notes: [{ text: '`parameters.top_p` is not a field of this request and was ignored' }],
    });
  });
});
