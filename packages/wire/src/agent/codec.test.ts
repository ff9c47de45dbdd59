import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkTranscripts } from '../testing/check-transcripts.ts';
import { testContext } from '../testing/test-context.ts';
import { encodeFailure } from '../shared/failures.ts';
import { agentDialect } from './codec.ts';
import { sessionEndEndpoint, sessionEndpoint } from './sessions.ts';
import { endpointOf, replySchemaOf } from '../testing/endpoint-parts.ts';
import { session, SESSION_ID } from '../testing/session.ts';

const healthEndpoint = endpointOf(agentDialect.endpoints, 'health');
const replySchema = replySchemaOf(agentDialect.endpoints[0]!);

const FULL = { code: 'TURNS_EXCEEDED', message: '' } as const;
const asFile = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const folder = join(import.meta.dirname, '__fixtures__');
const recorded = (name: string): string => join(folder, name, 'response.json');

checkTranscripts(folder, endpointOf(agentDialect.endpoints, 'answer'), { sessionId: SESSION_ID });

describe('agent sessions and health', () => {
  it('a conversation stays as recorded', async () => {
    const reply = sessionEndpoint.encode(session, testContext());
    await expect(asFile(reply)).toMatchFileSnapshot(recorded('session'));
  });

  it('the end of a conversation stays as recorded', async () => {
    const reply = sessionEndEndpoint.encode(SESSION_ID, testContext());
    await expect(asFile(reply)).toMatchFileSnapshot(recorded('session-ended'));
  });

  it('health stays as recorded', async () => {
    const parts = new Map(healthEndpoint.needs.map((part) => [part, true]));
    const reply = healthEndpoint.encode(parts, testContext());
    await expect(asFile(reply)).toMatchFileSnapshot(recorded('health'));
  });

  it.each([
    ['index', 'vector_store'],
    ['embedder', 'embedding_model'],
    ['sessions', 'session_store'],
  ] as const)('is unhealthy, with 503, while %s does not work', (down, name) => {
    const parts = new Map(healthEndpoint.needs.map((part) => [part, part !== down]));
    const { status, body } = healthEndpoint.encode(parts, testContext());
    const dependencies = { vector_store: true, embedding_model: true, session_store: true, [name]: false };
    expect({ status, body }).toEqual({
      status: 503,
      body: { status: 'unhealthy', timestamp: '2026-01-02T03:04:05.678Z', dependencies },
    });
  });

  it('a conversation without turns left gets a failure that a panel can display (R19)', async () => {
    const context = testContext({ sessionId: SESSION_ID, echo: { query_text: 'And in version 2?' } });
    const { status, headers, body } = encodeFailure({ ...FULL, maxTurns: 10 }, context, agentDialect.endpoints[0]);
    await expect(asFile({ status, headers, body })).toMatchFileSnapshot(recorded('turns-exceeded'));
    const { error, code, message, details, request_id, ...reply } = body as Record<string, unknown>;
    expect({ status, error, code, details, request_id }).toEqual({
      status: 400,
      error: 'Conversation full',
      code: 'AGENT_MAX_TURNS_EXCEEDED',
      details: { max_turns: 10 },
      request_id: 'req-1',
    });
    expect(replySchema.parse(reply)).toMatchObject({
      response_text: message,
      conversation_id: SESSION_ID,
      query_tokens: 4,
      retrieval_success: false,
      error_message: message,
      status: 'refused',
      warnings: [`refused: ${String(message)}`],
    });
    expect(message).toMatch(/limit of 10 turns/u);
  });

  it('says "1 turn" in the singular', () => {
    expect(
      JSON.stringify(encodeFailure({ ...FULL, maxTurns: 1 }, testContext(), agentDialect.endpoints[0]).body),
    ).toContain('limit of 1 turn.');
  });
});
