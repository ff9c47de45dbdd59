const DAY_MS = 86_400_000;

/** Whether it is a day of the calendar as `2026-11-22`: only such texts sort by time. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return text.length === 10 && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The day so many days before. Days before the year 0 are `0000-01-01`. */
export function dayBefore(day: string, days: number): string {
  const time = Date.parse(`${day}T00:00:00.000Z`) - days * DAY_MS;
  return new Date(Math.max(time, Date.parse('0000-01-01T00:00:00.000Z'))).toISOString().slice(0, 10);
}
