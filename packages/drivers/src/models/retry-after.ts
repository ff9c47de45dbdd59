/**
 * Milliseconds that a reply asks to wait, in any of the forms in use: `retry-after-ms`, or `retry-after` in seconds or as an HTTP date. `undefined`
 * where it does not say or cannot be read; never below 0. `nowMs` is the wall clock.
 */
export function retryAfter(headers: Pick<Headers, 'get'>, nowMs: number): number | undefined {
  const exact = amount(headers.get('retry-after-ms'));
  if (exact !== undefined) return exact;
  const asked = headers.get('retry-after');
  const seconds = amount(asked);
  if (seconds !== undefined) return seconds * 1000;
  const date = asked === null || !/[a-z]/iu.test(asked) ? Number.NaN : Date.parse(asked);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

function amount(text: string | null): number | undefined {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/u.test(text) ? Number(text) : undefined;
}
