import { describe, expect, it } from 'vitest';
import type { Decoded } from '../dialect.ts';
import { decoderOf, endpointOf, requestOf } from '../testing/endpoint-parts.ts';
import { agentDialect } from './codec.ts';
import { sessionEndpoint } from './sessions.ts';
import { SESSION_ID } from '../testing/session.ts';

const query = decoderOf(endpointOf(agentDialect.endpoints, 'answer', '/api/agent/query'));
const further = decoderOf(endpointOf(agentDialect.endpoints, 'answer', '/api/agent/conversation'));
const sessionOf = (params: Record<string, string>): Decoded<unknown> =>
  sessionEndpoint.decode({ ...requestOf(undefined), params });

function refusal(decoded: Decoded<unknown>): unknown {
  return decoded.kind === 'invalid' ? decoded.issues.map(({ path, message }) => [path, message]) : decoded.kind;
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
    expect(refusal(query(body))).toEqual(issues);
  });

  it('refuses a follow-up without a conversation', () => {
    expect(refusal(further({ query: 'x' }))).toEqual([['conversation_id', UNNAMED]]);
    expect(refusal(further({ query: 'x', conversation_id: ' ' }))).toEqual([['conversation_id', UNNAMED]]);
    expect(refusal(further({}))).toEqual([BLANK, ['conversation_id', UNNAMED]]);
  });

  it('refuses a path without a UUID (R19)', () => {
    expect(refusal(sessionOf({ session_id: 'mine' }))).toEqual([['session_id', `\`session_id\` ${NO_UUID}`]]);
    const blank = '`session_id` is required and must not be blank';
    expect(refusal(sessionOf({}))).toEqual([['session_id', blank]]);
  });

  it('treats `session_id` and `conversation_id` as one field', () => {
    const expected = query({ query: 'x', session_id: SESSION_ID });
    expect(expected.kind).toBe('ok');
    expect(query({ query: 'x', conversation_id: SESSION_ID })).toEqual(expected);
    expect(further({ query: 'x', conversation_id: SESSION_ID, session_id: SESSION_ID })).toEqual(expected);
  });

  it('accepts settings flat, inside `parameters`, and both if they agree', () => {
    const settings = { temperature: 0, max_turns: 3, top_k: 2, score_threshold: 0.7 };
    const flat = query({ query: 'x', ...settings });
    expect(flat).toMatchObject({
      value: {
        question: { retrieval: { limit: 2, minSimilarity: 0.7 }, temperature: 0 },
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

  it('begins a conversation if none is named, and reads ids in upper and lower case', () => {
    expect(query({ query: 'x' })).toMatchObject({ value: { conversation: { id: undefined, maxTurns: 10 } } });
    expect(query({ query: 'x', session_id: SESSION_ID.toUpperCase() })).toMatchObject({
      value: { conversation: { id: SESSION_ID } },
    });
    expect(sessionOf({ session_id: SESSION_ID.toUpperCase() })).toMatchObject({
      value: { sessionId: SESSION_ID },
    });
  });

  it('treats the default threshold like the same requested one', () => {
    const asked = { limit: 5, minSimilarity: 0.5, mostSimilar: true };
    expect(retrievalOf({})).toEqual(asked);
    expect(retrievalOf({ score_threshold: 0.5 })).toEqual(asked);
    expect(retrievalOf({ parameters: { score_threshold: 0.5 } })).toEqual(asked);
  });

  it('notes which fields inside `parameters` it ignored (R3)', () => {
    expect(query({ query: 'x', parameters: { top_p: 1, top_k: 5 } })).toMatchObject({
      notes: [{ text: '`parameters.top_p` is not a field of this request and was ignored' }],
    });
  });
});
