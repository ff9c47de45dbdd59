/** Milliseconds that `Retry-After` asks to wait, in seconds or as a date; `undefined` when it says nothing that can be read. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d{1,9}(?:\.\d{1,9})?\s*$/u.test(header)) return Number(header) * 1000;
  // A date of HTTP begins with its weekday; the platform would take `-5` for a year.
  const date = /^\s*[a-z]{3}/iu.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
