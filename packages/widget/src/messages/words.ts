import type { Messages } from './en.ts';

/** Dear to make, and asked for with each footnote. */
const formats = new Map<string, Intl.NumberFormat>();

/** Share of right-to-left letters from which on a text reads from the right: names and terms in it may be from elsewhere. */
const FROM_THE_RIGHT_SHARE = 0.3;

const FROM_THE_RIGHT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** Puts values in place of `{name}`; a name without a value is left as it is. Values are put in as they are, also when they hold braces. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/gu, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/** The form of the two that `locale` uses for `count`, with `{count}` filled in as that language writes numbers. */
export function plural(locale: string, count: number, one: string, other: string): string {
  return fill(isOne(locale, count) ? one : other, { count: inDigits(locale, count) });
}

function isOne(locale: string, count: number): boolean {
  try {
    return new Intl.PluralRules(locale).select(count) === 'one';
  } catch {
    return count === 1;
  }
}

/** What the server said, in the language of the panel as far as its sentences are known; the rest stays as it came. */
export function saidIn(messages: Messages, text: string): string {
  return Object.entries(messages.said).reduce((all, [sentence, own]) => all.replace(sentence, () => own), text);
}

/** A number as `locale` writes it, with `unit` where one is named; as the browser's own language does where nobody knows `locale`. */
export function inDigits(locale: string, value: number, unit?: 'second' | 'minute'): string {
  const key = `${locale} ${unit}`;
  let format = formats.get(key);
  if (format === undefined) {
    const style = unit === undefined ? {} : ({ style: 'unit', unit, unitDisplay: 'short' } as const);
    try {
      format = new Intl.NumberFormat(locale === '' ? undefined : locale, style);
    } catch {
      format = new Intl.NumberFormat(undefined, style);
    }
    formats.set(key, format);
  }
  return format.format(value);
}

/** How a language is written; by its script where the tag names one (`ks-Deva`, `az-Arab`). Unknown ones are written from the left. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const [language = '', ...parts] = locale.toLowerCase().split(/[-_]/u);
  const script = parts.find((part) => part.length === 4);
  if (script !== undefined) return ['arab', 'hebr', 'thaa', 'syrc', 'nkoo', 'aran'].includes(script) ? 'rtl' : 'ltr';
  return FROM_THE_RIGHT.has(language) ? 'rtl' : 'ltr';
}

/** How a text reads, by its letters: by its first one, as browsers have it, a sentence that begins with a foreign name would read the wrong way. */
export function textDirection(text: string): 'ltr' | 'rtl' | 'auto' {
  const letters = matchesIn(text, /\p{L}/gu);
  if (letters === 0) return 'auto';
  // The blocks from Hebrew to Arabic.
  return matchesIn(text, /[\u0590-\u08ff]/g) / letters >= FROM_THE_RIGHT_SHARE ? 'rtl' : 'ltr';
}

function matchesIn(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
