import type { FailureCode, WireContext, WireFailure, WireReply } from '../dialect.ts';
import { encodeFailure } from '../shared/encode-failure.ts';

/** Names of failures in this contract (R26). */
export type AgentFailureCode =
  | 'AGENT_QUERY_INVALID'
  | 'AGENT_RETRIEVAL_FAILED'
  | 'AGENT_GENERATION_FAILED'
  | 'AGENT_SESSION_NOT_FOUND'
  | 'AGENT_MAX_TURNS_EXCEEDED'
  | 'AGENT_API_ERROR';

const CODES: Readonly<Record<FailureCode, AgentFailureCode>> = {
  INVALID_REQUEST: 'AGENT_QUERY_INVALID',
  UNSUPPORTED: 'AGENT_QUERY_INVALID',
  SESSION_NOT_FOUND: 'AGENT_SESSION_NOT_FOUND',
  TURNS_EXCEEDED: 'AGENT_MAX_TURNS_EXCEEDED',
  NOT_INDEXED: 'AGENT_RETRIEVAL_FAILED',
  SOURCE_UNAVAILABLE: 'AGENT_RETRIEVAL_FAILED',
  INDEX_MISMATCH: 'AGENT_RETRIEVAL_FAILED',
  INDEX_DAMAGED: 'AGENT_RETRIEVAL_FAILED',
  STORE_BUSY: 'AGENT_RETRIEVAL_FAILED',
  BUILD_INCOMPLETE: 'AGENT_RETRIEVAL_FAILED',
  BUILD_HELD: 'AGENT_RETRIEVAL_FAILED',
  UPSTREAM_FAILED: 'AGENT_RETRIEVAL_FAILED',
  CONTEXT_REFUSED: 'AGENT_API_ERROR',
  INVALID_CONFIG: 'AGENT_API_ERROR',
  ABORTED: 'AGENT_API_ERROR',
  CLOSED: 'AGENT_API_ERROR',
  RATE_LIMITED: 'AGENT_API_ERROR',
  TIMED_OUT: 'AGENT_API_ERROR',
  INTERNAL: 'AGENT_API_ERROR',
  NOT_FOUND: 'AGENT_API_ERROR',
  METHOD_NOT_ALLOWED: 'AGENT_API_ERROR',
  ORIGIN_REFUSED: 'AGENT_API_ERROR',
  TOKEN_MISSING: 'AGENT_API_ERROR',
  TOKEN_REFUSED: 'AGENT_API_ERROR',
  BODY_TOO_LARGE: 'AGENT_API_ERROR',
  BODY_TYPE_UNSUPPORTED: 'AGENT_API_ERROR',
  JOB_NOT_FOUND: 'AGENT_API_ERROR',
  JOB_RUNNING: 'AGENT_API_ERROR',
};

/** A part that fails where nothing is searched for has not failed the retrieval. */
export function agentFailureCode(failure: Pick<WireFailure, 'code' | 'stage'>): AgentFailureCode {
  const code = CODES[failure.code];
  if (code !== 'AGENT_RETRIEVAL_FAILED' || failure.stage === undefined) return code;
  return failure.stage === 'answer' ? 'AGENT_GENERATION_FAILED' : 'AGENT_API_ERROR';
}

export function encodeAgentFailure(failure: WireFailure, context: Pick<WireContext, 'requestId'>): WireReply {
  return encodeFailure(failure, context, agentFailureCode(failure));
}
