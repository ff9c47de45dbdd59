import type { FailureCode, FailureContext, WireFailure } from '../dialect.ts';
import { encodeFailureBody, type FailureBody } from '../shared/failures.ts';

/** Names of failures in this contract. Every other code is an `AGENT_API_ERROR`. */
const CODES: Readonly<Partial<Record<FailureCode, string>>> = {
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
  // Before passages are found, the only step that can time out is the search.
  TIMED_OUT: 'AGENT_RETRIEVAL_FAILED',
};

/** Returns the contract's name for a failure. Outside a search, a failing part is not a failed retrieval. */
export function agentFailureCode(failure: Pick<WireFailure, 'code' | 'stage'>): string {
  const code = CODES[failure.code] ?? 'AGENT_API_ERROR';
  if (code !== 'AGENT_RETRIEVAL_FAILED' || (failure.stage ?? 'retrieval') === 'retrieval') return code;
  return failure.stage === 'answer' ? 'AGENT_GENERATION_FAILED' : 'AGENT_API_ERROR';
}

/** Body of a failed question, with the reply's fields for the failed part and the conversation. */
export function questionFailureBody(failure: WireFailure, context: FailureContext): FailureBody {
  const body = agentFailureBody(failure, context);
  const { echo } = context;
  const fields = { retrieval_success: failure.stage === 'answer', error_message: body.message };
  const isKnown = echo?.['conversation_id'] !== undefined && failure.code !== 'SESSION_NOT_FOUND';
  return { ...body, ...fields, ...(isKnown ? { conversation_id: echo['conversation_id'] } : {}) };
}

/** Body of any other failure of this contract. */
export function agentFailureBody(failure: WireFailure, { requestId }: FailureContext): FailureBody {
  return encodeFailureBody(failure, requestId, agentFailureCode(failure));
}
