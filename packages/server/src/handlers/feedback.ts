import { IbidError } from '@ibid/core';
import type { FailureCode, FeedbackEndpoint } from '@ibid/wire';
import type { AppOptions } from '../app-options.ts';
import { openCall, toResponse, type Call } from '../call.ts';
import type { Metrics } from '../metrics.ts';

/** Codes of failures that concern the reader; any other is a problem with a file of the owner's. */
const TOLD: readonly FailureCode[] = ['INVALID_REQUEST', 'STORE_BUSY', 'ABORTED', 'CLOSED'];

/** Keeps what a reader thinks of an answer, with the generation live at that time; nothing of who it was. Requests that are not among those `answered` are marked. */
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
    // A verdict is worth keeping also while the index cannot be read.
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
