import { z } from 'zod';
import type { AnswerEndpoint, AskRequest, Decoded, Dialect, Endpoint, WireRequest } from '../dialect.ts';

/** Creates a call that has only a body. */
export function requestOf(body: unknown): WireRequest {
  return { query: new URLSearchParams(), params: {}, body };
}

/** Returns a function that decodes bodies as an endpoint does. */
export function decoderOf<T>(endpoint: { decode(request: WireRequest): Decoded<T> }): (body: unknown) => Decoded<T> {
  return (body) => endpoint.decode(requestOf(body));
}

/** Returns the endpoint at a path, typed by its kind. */
export function endpointOf<K extends Endpoint['kind']>(
  endpoints: readonly Endpoint[],
  kind: K,
  path?: string,
): Extract<Endpoint, { kind: K }> {
  const found = endpoints.find((one) => one.kind === kind && (path === undefined || one.path === path));
  return found as Extract<Endpoint, { kind: K }>;
}

/** Returns the schema of the reply in the API description. */
export function replySchemaOf({ description }: Endpoint): z.ZodType {
  return z.fromJSONSchema(description.reply() as Parameters<typeof z.fromJSONSchema>[0]);
}

/** Returns a function that decodes questions with a dialect's first endpoint or, with `streams`, with the one that always streams. */
export function questionDecoder({ endpoints }: Dialect): (body: unknown, streams?: true) => Decoded<AskRequest> {
  const [plain, streaming] = endpoints.filter((one): one is AnswerEndpoint => one.kind === 'answer');
  return (body, streams) => (streams === true ? streaming! : plain!).decode(requestOf(body));
}
