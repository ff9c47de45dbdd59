import type { SearchEndpoint } from '@ibid/wire';
import type { AppOptions } from '../app-options.ts';
import { openCall, toResponse, type Call } from '../call.ts';
import { runSignal } from '../run.ts';

/** By then, the user has typed something else anyway. */
const DEADLINE_MS = 10_000;

/** Finds pages for a search box. */
export function searchHandler(options: AppOptions): (endpoint: SearchEndpoint, call: Call) => Promise<Response> {
  return async (endpoint, call) => {
    const opened = openCall(options, endpoint, call);
    if (options.shutdown?.aborted === true) return opened.fail({ code: 'CLOSED', message: '' });
    const decoded = await opened.decode((wire) => endpoint.decode(wire));
    if (decoded.kind === 'failed') return decoded.response;
    const { client, shutdown } = { client: call.request.signal, shutdown: options.shutdown };
    using run = runSignal({ client, shutdown, deadlineMs: Math.min(options.deadlineMs ?? DEADLINE_MS, DEADLINE_MS) });
    try {
      const found = await options.engine.lookUp(decoded.value, { signal: run.signal });
      return toResponse(endpoint.encodeSearch(found, decoded.context));
    } catch (error) {
      return opened.failWith(run.signal.aborted ? run.signal.reason : error, decoded.context);
    }
  };
}
