import { ERROR_CODES } from '@ibid/core';
import { describe, expect, it } from 'vitest';
import { HTTP_FAILURES, type FailureCode, type WireFailure } from '../dialect.ts';
import { testContext } from '../testing/test-context.ts';
import { agentDialect } from './codec.ts';
import { encodeAgentFailure } from './failures.ts';

const codes: readonly FailureCode[] = [...ERROR_CODES, ...HTTP_FAILURES];
const request = { headers: new Headers(), query: new URLSearchParams(), params: {} };
const canary = '/srv/ibid/index.db sk-CANARY';

function shown(failure: Partial<WireFailure> & { readonly code: FailureCode }): string {
  const { status, body } = encodeAgentFailure({ message: '', ...failure }, testContext());
  return `${status} ${(body as { code: string }).code}`;
}

describe('failures of the agent (R26)', () => {
  it('have these statuses and names', () => {
    expect(Object.fromEntries(codes.map((code) => [code, shown({ code })]))).toEqual({
      INVALID_CONFIG: '500 AGENT_API_ERROR',
      INVALID_REQUEST: '400 AGENT_QUERY_INVALID',
      CONTEXT_REFUSED: '422 AGENT_API_ERROR',
      ABORTED: '499 AGENT_API_ERROR',
      CLOSED: '503 AGENT_API_ERROR',
      NOT_INDEXED: '503 AGENT_RETRIEVAL_FAILED',
      SOURCE_UNAVAILABLE: '503 AGENT_RETRIEVAL_FAILED',
      INDEX_MISMATCH: '503 AGENT_RETRIEVAL_FAILED',
      INDEX_DAMAGED: '503 AGENT_RETRIEVAL_FAILED',
      STORE_BUSY: '503 AGENT_RETRIEVAL_FAILED',
      BUILD_INCOMPLETE: '503 AGENT_RETRIEVAL_FAILED',
      BUILD_HELD: '503 AGENT_RETRIEVAL_FAILED',
      UNSUPPORTED: '400 AGENT_QUERY_INVALID',
      RATE_LIMITED: '429 AGENT_API_ERROR',
      TIMED_OUT: '504 AGENT_RETRIEVAL_FAILED',
      UPSTREAM_FAILED: '503 AGENT_RETRIEVAL_FAILED',
      INTERNAL: '500 AGENT_API_ERROR',
      NOT_FOUND: '404 AGENT_API_ERROR',
      METHOD_NOT_ALLOWED: '405 AGENT_API_ERROR',
      ORIGIN_REFUSED: '403 AGENT_API_ERROR',
      TOKEN_MISSING: '401 AGENT_API_ERROR',
      TOKEN_REFUSED: '403 AGENT_API_ERROR',
      BODY_TOO_LARGE: '413 AGENT_API_ERROR',
      BODY_TYPE_UNSUPPORTED: '415 AGENT_API_ERROR',
      SESSION_NOT_FOUND: '404 AGENT_SESSION_NOT_FOUND',
      TURNS_EXCEEDED: '400 AGENT_MAX_TURNS_EXCEEDED',
      JOB_NOT_FOUND: '404 AGENT_API_ERROR',
      JOB_RUNNING: '409 AGENT_API_ERROR',
    });
  });

  it('are failures of the generation once passages had been found', () => {
    const failing = codes.filter((code) => shown({ code }).endsWith('AGENT_RETRIEVAL_FAILED'));
    expect(failing).toHaveLength(9);
    for (const code of failing) expect(shown({ code, stage: 'answer' })).toMatch(/^50[34] AGENT_GENERATION_FAILED$/u);
    const others = codes.filter((code) => !failing.includes(code));
    for (const code of others) expect(shown({ code, stage: 'answer' })).toBe(shown({ code }));
  });

  it('are no failures of the retrieval where a conversation cannot be read or written', () => {
    const failing = codes.filter((code) => shown({ code }).endsWith('AGENT_RETRIEVAL_FAILED'));
    for (const code of failing) expect(shown({ code, stage: 'conversation' })).toMatch(/^50[34] AGENT_API_ERROR$/u);
    const sessions = agentDialect.endpoints.filter(({ kind }) => kind === 'session' || kind === 'session-end');
    expect(sessions).toHaveLength(2);
    for (const endpoint of sessions) {
      const named = codes.map((code) => endpoint.encodeFailure({ code, message: '' }, testContext()).body);
      expect(JSON.stringify(named)).not.toMatch(/AGENT_(?:RETRIEVAL|GENERATION)_FAILED/u);
    }
  });

  it('say nothing of the owner’s machine, also inside a stream', () => {
    const [query] = agentDialect.endpoints;
    for (const code of ['INDEX_DAMAGED', 'UPSTREAM_FAILED', 'INVALID_CONFIG'] as const) {
      const failure = { code, message: canary };
      const encoder = query?.kind === 'answer' ? query.createStreamEncoder(testContext()) : undefined;
      const frames = encoder?.encode({ type: 'run-error', ...failure }).join('') ?? '';
      expect(frames).toMatch(/^event: error\ndata: .*"request_id":"req-1"/u);
      for (const endpoint of agentDialect.endpoints) {
        const { body } = endpoint.encodeFailure(failure, testContext());
        expect(JSON.stringify(body) + frames).not.toContain('CANARY');
      }
    }
  });

  it('have the fields of a reply that say what failed', () => {
    const [query] = agentDialect.endpoints;
    const bodyOf = (failure: WireFailure): unknown => query!.encodeFailure(failure, testContext()).body;
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

  it('name the conversation that the question was asked in, and none that is not there', () => {
    const [query] = agentDialect.endpoints;
    const conversation_id = '8b1d6b0e-6f1c-4b9c-9b55-7f3c1b0e2a11';
    const asked = { query_text: 'Which port?', session_id: conversation_id };
    const decoded = query?.kind === 'answer' ? query.decode({ ...request, body: asked }) : undefined;
    const context = testContext(decoded?.kind === 'ok' ? { echo: decoded.echo } : {});
    const bodyOf = (code: WireFailure['code'], about = context): unknown =>
      query!.encodeFailure({ code, message: '' }, about).body;
    expect(bodyOf('UPSTREAM_FAILED')).toMatchObject({ conversation_id });
    expect(bodyOf('SESSION_NOT_FOUND')).not.toHaveProperty('conversation_id');
    expect(bodyOf('UPSTREAM_FAILED', testContext())).not.toHaveProperty('conversation_id');
  });

  it('name the conversation that is gone as such', () => {
    expect(encodeAgentFailure({ code: 'SESSION_NOT_FOUND', message: '' }, testContext())).toEqual({
      status: 404,
      headers: {},
      body: {
        error: 'Conversation not found',
        code: 'AGENT_SESSION_NOT_FOUND',
        message: 'There is no such conversation, or it has expired. Ask without `session_id` to begin a new one.',
        details: {},
        request_id: 'req-1',
      },
    });
  });
});
