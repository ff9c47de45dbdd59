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
