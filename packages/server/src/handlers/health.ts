import type { HealthEndpoint } from '@ibid/wire';
import type { AppOptions } from '../app-options.ts';
import { openCall, toResponse, type Call } from '../call.ts';
import { probeParts } from '../probe-parts.ts';

const DEADLINE_MS = 5_000;

/** Says which of the parts that a contract needs work at this moment. */
export function healthHandler(options: AppOptions): (endpoint: HealthEndpoint, call: Call) => Promise<Response> {
  return async (endpoint, call) => {
    const { context } = openCall(options, endpoint, call);
    const signal = AbortSignal.any([call.request.signal, AbortSignal.timeout(DEADLINE_MS)]);
    return toResponse(endpoint.encodeHealth(await probeParts(options, endpoint, signal), context));
  };
}
