import { inDigits } from './in-digits.ts';
import { fill } from './fill.ts';

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
