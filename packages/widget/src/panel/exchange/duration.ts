/** Seconds, from 100 on minutes, with the unit of the language. */
export function duration(seconds: number, locale: string): string {
  const isLong = seconds >= 100;
  const value = isLong ? Math.ceil(seconds / 60) : seconds;
  return new Intl.NumberFormat(locale === '' ? undefined : locale, {
    style: 'unit',
    unit: isLong ? 'minute' : 'second',
    unitDisplay: 'short',
  }).format(value);
}
