import { describe, expect, it } from 'vitest';
import type { FailureCode, WireFailure } from '../dialect.ts';
import { testContext } from '../testing/test-context.ts';
import { agentDialect } from './codec.ts';
import { agentFailureBody, agentFailureCode } from './sessions.ts';
import { encodeFailure, FAILURE_CODES as codes, failureStatus } from '../shared/failures.ts';

const request = { query: new URLSearchParams(), params: {} };

function shown(failure: Partial<WireFailure> & { readonly code: FailureCode }): string {
  const { status, body } = encodeFailure({ message: '', ...failure }, testContext(), { failureBody: agentFailureBody });
  return `${status} ${(body as { code: string }).code}`;
}

describe('failures of the agent (R26)', () => {
  it('have these codes, and their usual status', () => {
    const named = Object.groupBy(codes, (code) => agentFailureCode({ code }));
    const { AGENT_API_ERROR: others = [], ...known } = named;
    expect(others).toHaveLength(codes.length - 13);
    expect(known).toEqual({
      AGENT_QUERY_INVALID: ['INVALID_REQUEST', 'UNSUPPORTED'],
      AGENT_RETRIEVAL_FAILED: [
        'NOT_INDEXED',
        'SOURCE_UNAVAILABLE',
        'INDEX_MISMATCH',
        'INDEX_DAMAGED',
        'STORE_BUSY',
        'BUILD_INCOMPLETE',
        'BUILD_HELD',
        'UPSTREAM_FAILED',
        'TIMED_OUT',
      ],
      AGENT_SESSION_NOT_FOUND: ['SESSION_NOT_FOUND'],
      AGENT_MAX_TURNS_EXCEEDED: ['TURNS_EXCEEDED'],
    });
    expect(codes.map((code) => Number(shown({ code }).slice(0, 3)))).toEqual(codes.map(failureStatus));
  });

  it('are failures of the generation once passages have been found', () => {
    const failing = codes.filter((code) => shown({ code }).endsWith('AGENT_RETRIEVAL_FAILED'));
    expect(failing).toHaveLength(9);
    for (const code of failing) expect(shown({ code, stage: 'answer' })).toMatch(/^50[34] AGENT_GENERATION_FAILED$/u);
    const others = codes.filter((code) => !failing.includes(code));
    for (const code of others) expect(shown({ code, stage: 'answer' })).toBe(shown({ code }));
  });

  it('are not failures of the retrieval if a conversation cannot be read or written', () => {
    const failing = codes.filter((code) => shown({ code }).endsWith('AGENT_RETRIEVAL_FAILED'));
    for (const code of failing) expect(shown({ code, stage: 'conversation' })).toMatch(/^50[34] AGENT_API_ERROR$/u);
    const sessions = agentDialect.endpoints.filter(({ kind }) => kind === 'session' || kind === 'session-end');
    expect(sessions).toHaveLength(2);
    for (const endpoint of sessions) {
      const named = codes.map((code) => encodeFailure({ code, message: '' }, testContext(), endpoint).body);
      expect(JSON.stringify(named)).not.toMatch(/AGENT_(?:RETRIEVAL|GENERATION)_FAILED/u);
    }
  });

  it("have the reply's fields for the failed part", () => {
    const [query] = agentDialect.endpoints;
    const bodyOf = (failure: WireFailure): unknown => encodeFailure(failure, testContext(), query!).body;
    const message = 'A part that the assistant needs has failed.';
    const failed: WireFailure = { code: 'UPSTREAM_FAILED', message: '' };
    expect(bodyOf({ ...failed, stage: 'retrieval' })).toMatchObject({
      retrieval_success: false,
      error_message: 'The index could not be searched.',
    });
    expect(bodyOf({ code: 'TIMED_OUT', message: '', stage: 'retrieval' })).toMatchObject({
      code: 'AGENT_RETRIEVAL_FAILED',
      retrieval_success: false,
      error_message: 'The index did not answer in time.',
    });
    expect(bodyOf({ ...failed, stage: 'answer' })).toMatchObject({ retrieval_success: true, error_message: message });
  });

  it('name the conversation of the question if it exists', () => {
    const [query] = agentDialect.endpoints;
    const conversation_id = '8b1d6b0e-6f1c-4b9c-9b55-7f3c1b0e2a11';
    const asked = { query_text: 'Which port?', session_id: conversation_id };
    const decoded = query?.kind === 'answer' ? query.decode({ ...request, body: asked }) : undefined;
    const context = testContext(decoded?.kind === 'ok' ? { echo: decoded.echo } : {});
    const bodyOf = (code: WireFailure['code'], about = context): unknown =>
      encodeFailure({ code, message: '' }, about, query!).body;
    expect(bodyOf('UPSTREAM_FAILED')).toMatchObject({ conversation_id });
    expect(bodyOf('SESSION_NOT_FOUND')).not.toHaveProperty('conversation_id');
    expect(bodyOf('UPSTREAM_FAILED', testContext())).not.toHaveProperty('conversation_id');
  });
});
