import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AskRequest, Decoded } from '../dialect.ts';
import { testContext } from '../testing/test-context.ts';
import { decoderOf, endpointOf, requestOf } from '../testing/endpoint-parts.ts';
import { encodeAgentFailure } from './failures.ts';
import { sessionEndpoint } from './sessions.ts';
import { agentDialect } from './codec.ts';
import { SESSION_ID } from './session-fixture.ts';

const query = decoderOf(endpointOf(agentDialect.endpoints, 'answer', '/api/agent/query'));
const further = decoderOf(endpointOf(agentDialect.endpoints, 'answer', '/api/agent/conversation'));
const sessionOf = (params: Record<string, string>): Decoded<unknown> =>
  sessionEndpoint.decode({ ...requestOf(undefined), params });
const streamed = decoderOf(endpointOf(agentDialect.endpoints, 'answer', '/api/agent/query/stream'));

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

const streams = (decoded: Decoded<AskRequest>): unknown => decoded.kind === 'ok' && decoded.value.stream;

const retrievalOf = (body: object): unknown => {
  const read = query({ query: 'x', ...body });
  return read.kind === 'ok' ? read.value.question.retrieval : undefined;
};

describe('agent requests', () => {
  it.each<[string, unknown, readonly (readonly [string, string])[]]>([
    ['a list', [], [['', 'The body must be a JSON object.']]],
    ['a word', 'query', [['', 'The body must be a JSON object.']]],
    ['null', null, [['', 'The body must be a JSON object.']]],
    ['nothing asked (R1)', {}, [BLANK]],
    ['a blank query (R1)', { query_text: ' \t\n' }, [BLANK]],
    ['a query of invisible characters', { query: '\u200B\u2060' }, [BLANK]],
    ['a number as query', { query_text: 7 }, [['query_text', '`query_text` must be a string']]],
    [
      'a query of 1,000 characters (R1)',
      { query_text: 'x'.repeat(1000) },
      [['query_text', '`query_text` must have at most 999 characters']],
    ],
    ['two different queries', { query_text: 'x', query: 'y' }, [differ('query_text', 'query')]],
    [
      'two different selections',
      { query: 'x', selected_text: 'a', selected_text_constraint: 'b' },
      [differ('selected_text', 'selected_text_constraint')],
    ],
    [
      'two different pages',
      { query: 'x', source_url_constraint: '/a', filter_url: '/b' },
      [differ('source_url_constraint', 'filter_url')],
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
      'a long selection (R5)',
      { query: 'x', selected_text: 'y'.repeat(5001) },
      [['selected_text', '`selected_text` must have at most 5000 characters']],
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
    ['a word for stream', { query: 'x', stream: 'yes' }, [['stream', '`stream` must be true or false']]],
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

  it('refuses `stream: false` where everything streams', () => {
    const message = '`stream` is always true here; drop `/stream` from the path for one JSON reply';
    expect(refusal(streamed({ query: 'x', stream: false }))).toEqual(invalid(['stream', message]));
  });

  it('refuses a path that names no UUID (R19), whatever stands there', () => {
    expect(refusal(sessionOf({ session_id: 'mine' }))).toEqual(invalid(['session_id', `\`session_id\` ${NO_UUID}`]));
    const blank = '`session_id` is required and must not be blank';
    expect(refusal(sessionOf({}))).toEqual(invalid(['session_id', blank]));
  });

  it('takes names of fields that are known elsewhere for its own (R1, R4, R5)', () => {
    const expected = query({
      query_text: 'x',
      selected_text: 'y',
      session_id: SESSION_ID,
      source_url_constraint: '/a',
      section_constraint: 'S',
    });
    expect(expected.kind).toBe('ok');
    const names = { query: ' x ', selected_text_constraint: 'y', conversation_id: SESSION_ID, filter_url: '/a' };
    expect(query({ ...names, section_constraint: 'S' })).toEqual(expected);
    expect(query({ ...names, query_text: 'x', section_constraint: 'S' })).toEqual(expected);
    expect(further({ ...names, section_constraint: 'S' })).toEqual(expected);
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
    expect(query({ query: 'x', ...settings, parameters: { ...settings, top_k: null } })).toEqual(flat);
  });

  it('takes `null`, absent and blank optional fields as the same (R3)', () => {
    const bare = query({ query: 'x' });
    const fields = [
      'selected_text',
      'session_id',
      'source_url_constraint',
      'section_constraint',
      'top_k',
      'parameters',
    ];
    const nulls = Object.fromEntries([...fields, 'stream', 'temperature', 'max_turns'].map((field) => [field, null]));
    expect(query({ query: 'x', ...nulls })).toEqual(bare);
    expect(query({ query: 'x', selected_text: ' ', session_id: '', section_constraint: '\n' })).toEqual(bare);
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

  it('restricts to page and section, but with a selection lets them only say where it stands (R4, R18)', () => {
    const place = { source_url_constraint: 'https://docs.example.org/a/?x#y', section_constraint: ' Install ' };
    expect(query({ query: 'x', ...place })).toMatchObject({
      value: { question: { where: { paths: ['/a'], sections: ['install'] } } },
    });
    const selected = query({ query: 'x', ...place, selected_text: 's' });
    expect(selected.kind === 'ok' && selected.value.question).toEqual({
      text: 'x',
      history: [],
      selection: { text: 's', url: 'https://docs.example.org/a/?x#y', section: 'Install' },
      retrieval: { limit: 5, minSimilarity: 0.5, mostSimilar: true },
      temperature: 0.5,
    });
  });

  it('treats the default threshold as one that was asked for', () => {
    const asked = { limit: 5, minSimilarity: 0.5, mostSimilar: true };
    expect(retrievalOf({})).toEqual(asked);
    expect(retrievalOf({ score_threshold: 0.5 })).toEqual(asked);
    expect(retrievalOf({ parameters: { score_threshold: 0.5 } })).toEqual(asked);
  });

  it('ignores what names no page beside a selection, and says so (R18); refuses it as a scope', () => {
    const selected = { query: 'x', selected_text: 'y' };
    expect(query({ ...selected, filter_url: '#top' })).toEqual({
      ...query(selected),
      notes: [{ code: 'page_ignored', text: '`filter_url` is not the address of a page and was ignored' }],
    });
    expect(query({ query: 'x', filter_url: '#top' })).toMatchObject({
      kind: 'invalid',
      issues: [{ path: 'filter_url' }],
    });
  });

  it('passes the temperature on (R15)', () => {
    expect(query({ query: 'x', temperature: 0.2 })).toMatchObject({ value: { question: { temperature: 0.2 } } });
    expect(query({ query: 'x', parameters: { temperature: 1 } })).toMatchObject({
      value: { question: { temperature: 1 } },
    });
    expect(query({ query: 'x' })).toMatchObject({ value: { question: { temperature: 0.5 } } });
  });

  it('tells which fields it ignored (R3), and when a selection was cut (R5)', () => {
    expect(
      query({
        query: 'x',
        persona: 'pirate',
        parameters: { top_p: 1, top_k: 5 },
        selected_text: 'y'.repeat(2001),
      }),
    ).toMatchObject({
      value: { question: { selection: { text: 'y'.repeat(2000) } } },
      notes: [
        { code: 'selection_cut', text: 'only the first 2000 characters of the selection were used' },
        { code: 'unknown_field', text: '`persona` is not a field of this request and was ignored' },
        { code: 'unknown_field', text: '`parameters.top_p` is not a field of this request and was ignored' },
      ],
    });
  });

  it('counts characters, not UTF-16 units', () => {
    expect(query({ query: '🦜'.repeat(999) }).kind).toBe('ok');
    expect(query({ query: '🦜'.repeat(1000) }).kind).toBe('invalid');
  });

  it('streams where the path or the body says so', () => {
    expect(streams(query({ query: 'x' }))).toBe(false);
    expect(streams(query({ query: 'x', stream: true }))).toBe(true);
    expect(streams(streamed({ query: 'x' }))).toBe(true);
    expect(streams(streamed({ query: 'x', stream: true }))).toBe(true);
  });

  it('never throws, whatever is sent', () => {
    const field = fc.constantFrom('query', 'query_text', 'session_id', 'top_k', 'parameters', 'stream', '__proto__');
    const body = fc.oneof(fc.jsonValue(), fc.dictionary(field, fc.jsonValue()));
    fc.assert(fc.property(body, (sent) => void expect(query(sent).kind).toMatch(/^(?:ok|invalid)$/u)));
  });
});
