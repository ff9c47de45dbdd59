import { IbidError } from '@ibid/core';
import type { FailureCode, FeedbackEndpoint } from '@ibid/wire';
import type { AppOptions } from '../app-options.ts';
import { openCall, toResponse, type Call } from '../call.ts';
import type { Metrics } from '../metrics.ts';

/** Codes reported to the client as they are. All others become `UPSTREAM_FAILED`, because only the owner can act on them. */
const TOLD: readonly FailureCode[] = ['INVALID_REQUEST', 'STORE_BUSY', 'ABORTED', 'CLOSED'];

/**
 * Stores a reader's feedback with the live generation, without anything about the reader. The reply states if the request id is among those
 * `answered`.
 */
export function feedbackHandler(
  options: AppOptions,
  metrics: Metrics,
  answered: ReadonlySet<string>,
): (endpoint: FeedbackEndpoint, call: Call) => Promise<Response> {
  return async (endpoint, call) => {
    const opened = openCall(options, endpoint, call);
    const { feedback, engine, shutdown } = options;
    if (shutdown?.aborted === true) return opened.fail({ code: 'CLOSED', message: '' });
    if (feedback === undefined) {
      return opened.fail({ code: 'UNSUPPORTED', message: 'This server keeps no feedback.' });
    }
    const decoded = await opened.decode((wire) => endpoint.decode(wire));
    if (decoded.kind === 'failed') return decoded.response;
    const { signal } = call.request;
    // Feedback is stored even if the index cannot be read.
    const info = await engine.info({ signal }).catch(() => undefined);
    try {
      await feedback.keep({ ...decoded.value, generation: info?.generation ?? 0 }, { signal });
    } catch (error) {
      call.notes.cause = error;
      const code = IbidError.is(error) && TOLD.includes(error.code) ? error.code : 'UPSTREAM_FAILED';
      return opened.fail({ code, message: '' });
    }
    const { requestId, verdict } = decoded.value;
    const isKnown = answered.has(requestId);
    metrics.feedback(verdict, isKnown);
    return toResponse(endpoint.encodeKept(requestId, isKnown));
  };
}
