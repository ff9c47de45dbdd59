import { z } from 'zod';
import type { AnswerEndpoint, AskRequest, Decoded, Dialect, Endpoint, WireRequest } from '../dialect.ts';

/** A call that consists of its body alone. */
export function requestOf(body: unknown): WireRequest {
  return { headers: new Headers(), query: new URLSearchParams(), params: {}, body };
}

/** Reads bodies as an endpoint does. */
export function decoderOf<T>(endpoint: { decode(request: WireRequest): Decoded<T> }): (body: unknown) => Decoded<T> {
  return (body) => endpoint.decode(requestOf(body));
}

/** The endpoint at a path, of its kind. */
export function endpointOf<K extends Endpoint['kind']>(
  endpoints: readonly Endpoint[],
  kind: K,
  path?: string,
): Extract<Endpoint, { kind: K }> {
  const found = endpoints.find((one) => one.kind === kind && (path === undefined || one.path === path));
  return found as Extract<Endpoint, { kind: K }>;
}

/** What the description says of the reply. */
export function replySchemaOf({ description }: Endpoint): z.ZodType {
  return z.fromJSONSchema(description.reply() as Parameters<typeof z.fromJSONSchema>[0]);
}

/** Reads questions as a vocabulary's first endpoint does, or with `streams` the one that always streams. */
export function questionDecoder({ endpoints }: Dialect): (body: unknown, streams?: true) => Decoded<AskRequest> {
  const [plain, streaming] = endpoints.filter((one): one is AnswerEndpoint => one.kind === 'answer');
  return (body, streams) => (streams === true ? streaming! : plain!).decode(requestOf(body));
}
