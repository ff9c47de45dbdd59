/**
 * Sends `body` to the API. Nothing but what is said here goes along: no cookie, no login of the reader. It goes to where the owner says and
 * no further: a server that sends it on to another place has failed. Rejects as `fetch` does.
 */
export function postJson(
  to: { readonly api: string; readonly siteKey: string; readonly fetch?: typeof fetch | undefined },
  path: `/${string}`,
  body: unknown,
  options: { readonly signal: AbortSignal; readonly keepalive?: boolean },
): Promise<Response> {
  // `fetch` must be called as a function of the window.
  const send = to.fetch ?? ((...given: Parameters<typeof fetch>) => fetch(...given));
  return send(to.api + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(to.siteKey === '' ? {} : { 'X-Ibid-Site-Key': to.siteKey }) },
    body: JSON.stringify(body),
    credentials: 'omit',
    redirect: 'error',
    ...options,
  });
}
