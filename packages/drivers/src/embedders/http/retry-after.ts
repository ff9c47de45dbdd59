/** Milliseconds that a service asks to wait, in any form that services use; `undefined` when it says nothing that can be read. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const precise = numberOf(headers.get('retry-after-ms'));
  if (precise !== undefined) return precise;
  const text = headers.get('retry-after');
  const seconds = numberOf(text);
  if (seconds !== undefined) return seconds * 1000;
  // A date of HTTP begins with its weekday; the platform would take `-5` for a year.
  const date = /^\s*[a-z]{3}/iu.test(text ?? '') ? Date.parse(text!) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function numberOf(text: string | null): number | undefined {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/u.test(text) ? Number(text) : undefined;
}
