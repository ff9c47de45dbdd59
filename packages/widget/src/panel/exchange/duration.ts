/** Seconds, from 100 on minutes, with the unit of the language; as the browser's own language has it where nobody knows `locale`. */
export function duration(seconds: number, locale: string): string {
  const isLong = seconds >= 100;
  const value = isLong ? Math.ceil(seconds / 60) : seconds;
  const style = { style: 'unit', unit: isLong ? 'minute' : 'second', unitDisplay: 'short' } as const;
  try {
    return new Intl.NumberFormat(locale === '' ? undefined : locale, style).format(value);
  } catch {
    return new Intl.NumberFormat(undefined, style).format(value);
  }
}
