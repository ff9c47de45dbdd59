import type { Endpoint } from '@ibid/wire';
import type { AppOptions } from './app-options.ts';
import { toResponse, type EndpointCall } from './call.ts';
import { answerHandler } from './handlers/answer.ts';
import { feedbackHandler } from './handlers/feedback.ts';
import { healthHandler } from './health.ts';
import { jobHandler } from './handlers/job.ts';
import { retrieveHandler } from './handlers/retrieve.ts';
import { searchHandler } from './handlers/search.ts';
import { sessionHandler } from './handlers/session.ts';
import type { Metrics } from './metrics.ts';
import type { payers } from './payers.ts';

/** Number of request ids remembered, to recognise feedback on real answers. */
const MOST_ANSWERED = 10_000;

type Handlers = {
  readonly [K in Endpoint['kind']]: (endpoint: Extract<Endpoint, { kind: K }>, call: EndpointCall) => Promise<Response>;
};

/** Dispatches by kind of endpoint, and is the only place that does. It does not depend on any dialect. */
export function endpointHandler(
  options: AppOptions,
  metrics: Metrics,
  payerOf: ReturnType<typeof payers>,
): (endpoint: Endpoint, call: EndpointCall) => Promise<Response> {
  const answered = new Set<string>();
  const [session, job] = [sessionHandler(options), jobHandler(options)];
  const handlers: Handlers = {
    answer: answerHandler(options, metrics, payerOf),
    retrieve: retrieveHandler(options, metrics),
    search: searchHandler(options),
    feedback: feedbackHandler(options, metrics, answered),
    session,
    'session-end': session,
    health: healthHandler(options),
    models: (endpoint) => Promise.resolve(toResponse(endpoint.encodeModels())),
    'job-start': job,
    job,
    'job-cancel': job,
  };
  return async (endpoint, call) => {
    const handle = handlers[endpoint.kind] as (endpoint: Endpoint, call: EndpointCall) => Promise<Response>;
    const response = await handle(endpoint, call);
    if (endpoint.kind === 'answer' && response.ok) answered.add(call.requestId.toLowerCase());
    if (answered.size > MOST_ANSWERED) answered.delete(answered.values().next().value!);
    return response;
  };
}
