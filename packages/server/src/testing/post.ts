export const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Creates a request with `body` as JSON, unless `headers` specify another type. */
export function post(
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  headers: Record<string, string> = JSON_TYPE,
): RequestInit {
  return {
    method: 'POST',
    headers,
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  } as RequestInit;
}

/** Creates a request with a value as JSON. */
export function postJson(body: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return post(JSON.stringify(body), { ...JSON_TYPE, ...headers });
}
