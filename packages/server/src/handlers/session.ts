import type { SessionEndEndpoint, SessionEndpoint } from '@ibid/wire';
import type { AppOptions } from '../app-options.ts';
import { openCall, toResponse, type Call } from '../call.ts';

/** Shows a conversation or deletes it. Knowing the id is enough for both: it has 122 random bits. */
export function sessionHandler(
  options: AppOptions,
): (endpoint: SessionEndpoint | SessionEndEndpoint, call: Call) => Promise<Response> {
  return async (endpoint, call) => {
    const opened = openCall(options, endpoint, call);
    const { conversations } = options;
    if (conversations === undefined) {
      return opened.fail({ code: 'UNSUPPORTED', message: 'This server keeps no conversations.' });
    }
    const decoded = await opened.decode((wire) => endpoint.decode(wire));
    if (decoded.kind === 'failed') return decoded.response;
    const { sessionId } = decoded.value;
    const { signal } = call.request;
    try {
      if (endpoint.kind === 'session') {
        const session = await conversations.read(sessionId, { signal });
        if (session !== undefined) return toResponse(endpoint.encodeSession(session, decoded.context));
      } else if (await conversations.end(sessionId, { signal })) {
        return toResponse(endpoint.encodeEnded(sessionId, decoded.context));
      }
      return opened.fail({ code: 'SESSION_NOT_FOUND', message: '' });
    } catch (error) {
      return opened.failWith(error);
    }
  };
}
