import type { RetrieveEndpoint } from '@ibid/wire';
import type { AppOptions } from '../app-options.ts';
import { openCall, toResponse, type Call } from '../call.ts';
import type { Metrics } from '../metrics.ts';
import { runSignal } from '../run.ts';

const DEADLINE_MS = 90_000;

/** Finds passages for a question, without an answer. */
export function retrieveHandler(
  options: AppOptions,
  metrics: Metrics,
): (endpoint: RetrieveEndpoint, call: Call) => Promise<Response> {
  return async (endpoint, call) => {
    const opened = openCall(options, endpoint, call);
    if (options.shutdown?.aborted === true) return opened.fail({ code: 'CLOSED', message: '' });
    const decoded = await opened.decode((wire) => endpoint.decode(wire));
    if (decoded.kind === 'failed') return decoded.response;
    const { question, tokens } = decoded.value;
    call.notes.question = question.text;
    using run = runSignal({
      client: call.request.signal,
      shutdown: options.shutdown,
      deadlineMs: options.deadlineMs ?? DEADLINE_MS,
    });
    try {
      const found = await options.engine.find(question, {
        signal: run.signal,
        ...(tokens === undefined ? {} : { tokens }),
      });
      call.notes.outcome = found.retrieval.status;
      call.notes.retrievalMilliseconds = options.now() - call.startedAt;
      metrics.stage('retrieval', call.notes.retrievalMilliseconds);
      return toResponse(endpoint.encodeRetrieval({ request: decoded.value, ...found }, decoded.context));
    } catch (error) {
      return opened.failWith(run.signal.aborted ? run.signal.reason : error, decoded.context, 'retrieval');
    }
  };
}
