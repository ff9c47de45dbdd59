import type { Messages } from './en.ts';

/** Cached, because formats are expensive to create and needed for each footnote. */
const formats = new Map<string, Intl.NumberFormat>();

/** Minimum share of right-to-left letters in a text that is read from the right: it may contain foreign names and terms. */
const FROM_THE_RIGHT_SHARE = 0.3;

const FROM_THE_RIGHT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** Replaces each `{name}` by its value; a name without a value is left unchanged. Values are inserted unchanged, even if they contain braces. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/gu, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/** Chooses the form that `locale` uses for `count`, and fills in `{count}` in the digits of that language. */
export function plural(locale: string, count: number, one: string, other: string): string {
  const isOne = new Intl.PluralRules(known(locale) ?? 'en').select(count) === 'one';
  return fill(isOne ? one : other, { count: inDigits(locale, count) });
}

/** `locale`, if it is a language tag; `undefined` stands for the browser's own. */
function known(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}

/** Translates the known sentences of a server's text into the panel's language; the rest stays unchanged. */
export function saidIn(messages: Messages, text: string): string {
  return Object.entries(messages.said).reduce((all, [sentence, own]) => all.replace(sentence, () => own), text);
}

/** Formats a number, optionally with `unit`, for `locale`; for the browser's own language if `locale` is unknown. */
export function inDigits(locale: string, value: number, unit?: 'second' | 'minute'): string {
  const key = `${locale} ${unit}`;
  let format = formats.get(key);
  if (format === undefined) {
    const style = unit === undefined ? {} : ({ style: 'unit', unit, unitDisplay: 'short' } as const);
    format = new Intl.NumberFormat(known(locale), style);
    formats.set(key, format);
  }
  return format.format(value);
}

/** Language of `locale` (BCP 47), in lower case; `''` for Traditional Chinese, because the texts in Chinese are in simplified characters. */
export function languageKey(locale: string): string {
  const [language = ''] = locale
    .toLowerCase()
    .replace(/^zh.(?:hant|tw|hk|mo).*/u, '')
    .split(/[-_]/u);
  return language;
}

/** Writing direction of a language; if the tag names a script (`ks-Deva`, `az-Arab`), of that script. `ltr` if unknown. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const [language = '', ...parts] = locale.toLowerCase().split(/[-_]/u);
  const script = parts.find((part) => part.length === 4);
  if (script !== undefined) return ['arab', 'hebr', 'thaa', 'syrc', 'nkoo', 'aran'].includes(script) ? 'rtl' : 'ltr';
  return FROM_THE_RIGHT.has(language) ? 'rtl' : 'ltr';
}

/** Direction of a text by the share of its letters. Browsers use the first letter, which is wrong for a sentence that begins with a foreign name. */
export function textDirection(text: string): 'ltr' | 'rtl' | 'auto' {
  const letters = matchesIn(text, /\p{L}/gu);
  if (letters === 0) return 'auto';
  // Unicode blocks from Hebrew to Arabic.
  return matchesIn(text, /[\u0590-\u08ff]/g) / letters >= FROM_THE_RIGHT_SHARE ? 'rtl' : 'ltr';
}

function matchesIn(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
