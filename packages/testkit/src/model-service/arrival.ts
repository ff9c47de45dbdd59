import type { IncomingMessage } from 'node:http';
import type { BilledTokens, ServedRequest } from './served-request.ts';

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
/** A record that is still being written. */
export type Exchange = Omit<Writable<ServedRequest>, 'billed'> & { readonly billed: Writable<BilledTokens> };

const MAX_BODY = 32 * 1024 * 1024;

/** `authorization` loses the key. */
export function arrival(request: IncomingMessage, apiKey: string, origin: string): Exchange {
  const { authorization } = request.headers;
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    name === 'authorization' ? String(value).replace(/ .*/su, ' …') : [value ?? ''].flat().join(', '),
  ]);
  return {
    method: request.method ?? '',
    path: request.url ?? '/',
    headers: Object.fromEntries(headers),
    isKeyAccepted: authorization === `Bearer ${apiKey}`,
    isElsewhere: `http://${request.headers.host ?? ''}` !== origin,
    body: undefined,
    call: undefined,
    reply: undefined,
    arrivedAt: performance.now(),
    replyStartedAt: undefined,
    endedAt: undefined,
    isComplete: false,
    closedBy: undefined,
    closedAt: undefined,
    bytesWritten: 0,
    billed: { inputTokens: 0, outputTokens: 0 },
  };
}

/** `undefined` when it is too large. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BODY) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function asRequest(request: IncomingMessage, origin: string, body: string): Request {
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    [value ?? ''].flat().join(', '),
  ]);
  return new Request(`${origin}${request.url ?? '/'}`, { method: 'POST', headers, body });
}
