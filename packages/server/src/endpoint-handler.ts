import type { Endpoint } from '@ibid/wire';
import type { AppOptions } from './app-options.ts';
import { toResponse, type EndpointCall } from './call.ts';
import { answerHandler } from './handlers/answer.ts';
import { callHandler } from './handlers/calls.ts';
import { healthHandler } from './health.ts';
import type { Metrics } from './metrics.ts';
import type { payers } from './payers.ts';

/** Number of request ids remembered, to recognise feedback on real answers. */
const MOST_ANSWERED = 10_000;

/** Dispatches by kind of endpoint, and is the only place that does. It does not depend on any dialect. */
export function endpointHandler(
  options: AppOptions,
  metrics: Metrics,
  payerOf: ReturnType<typeof payers>,
): (endpoint: Endpoint, call: EndpointCall) => Promise<Response> {
  const answered = new Set<string>();
  const answer = answerHandler(options, metrics, payerOf);
  const health = healthHandler(options);
  const other = callHandler(options, metrics, answered);
  return async (endpoint, call) => {
    if (endpoint.kind === 'models') return toResponse(endpoint.encode());
    if (endpoint.kind === 'health') return health(endpoint, call);
    if (endpoint.kind !== 'answer') return other(endpoint, call);
    const response = await answer(endpoint, call);
    if (response.ok) answered.add(call.requestId.toLowerCase());
    if (answered.size > MOST_ANSWERED) answered.delete(answered.values().next().value!);
    return response;
  };
}
