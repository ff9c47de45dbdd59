import type { WireContext, WireFailure, WireReply } from '../dialect.ts';
import type { FailureBody } from '../shared/failure-body.ts';
import { reasonWarnings } from '../shared/reason-warnings.ts';
import { encodeAgentFailure } from './encode-failure.ts';
import type { AgentReply } from './reply.ts';

/** One body for two readers: programs find a failure in it, and a chat panel a reply that it can show. */
export function encodeTurnsExceeded(maxTurns: number, context: WireContext): WireReply {
  const turns = maxTurns === 1 ? '1 turn' : `${maxTurns} turns`;
  const message = `This conversation has reached its limit of ${turns}. To go on, begin a new one: ask again without \`session_id\`, by \`POST /api/agent/query\`.`;
  const failure: WireFailure = { code: 'TURNS_EXCEEDED', message };
  const { status, headers, body } = encodeAgentFailure(failure, context);
  const reply: AgentReply = {
    response_text: message,
    retrieved_chunks: [],
    conversation_id: context.sessionId,
    response_time_ms: Math.max(0, context.elapsedMs()),
    query_tokens: context.countTokens(context.echo.query_text ?? ''),
    response_tokens: context.countTokens(message),
    retrieval_success: false,
    error_message: message,
    citations: [],
    status: 'refused',
    warnings: [...context.notes, ...reasonWarnings({ outcome: 'refused', message })],
  };
  return { status, headers, body: { ...(body as FailureBody), details: { max_turns: maxTurns }, ...reply } };
}
