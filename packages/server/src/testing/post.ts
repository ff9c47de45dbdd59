export const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A request that sends `body` as JSON unless `headers` say otherwise. */
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
