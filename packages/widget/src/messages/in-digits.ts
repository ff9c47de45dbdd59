const formats = new Map<string, Intl.NumberFormat>();

/** A number as `locale` writes it; as the browser's own language does where nobody knows `locale`. */
export function inDigits(locale: string, value: number): string {
  let format = formats.get(locale);
  if (format === undefined) {
    format = formatOf(locale);
    formats.set(locale, format);
  }
  return format.format(value);
}

/** Dear to make, and asked for with each footnote. */
function formatOf(locale: string): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(locale === '' ? undefined : locale);
  } catch {
    return new Intl.NumberFormat();
  }
}
