const BASE = /[\p{L}\p{N})\]]$/u;
const WORD = /[\p{L}\p{N}]/u;
/** What needs no brackets behind its sign. */
const SIMPLE = /^[-+−–]?(?:\p{L}|\p{N})+(?:[.,]\p{N}+)?$/u;

/**
 * Signs that keep raised and lowered text apart from the line it stands in, so that 10⁶ reads `10^6` and not 106: what goes before
 * it and after it, `''` for neither. They are put where text is raised or lowered right behind a letter, a digit or a bracket; numbers
 * such as 1st, trade marks and formulas such as H₂O read well without.
 */
export function scriptSigns(
  kind: 'sub' | 'sup',
  before: string,
  content: string,
  after: string,
): readonly [before: string, after: string] {
  if (!BASE.test(before) || !WORD.test(content)) return ['', ''];
  const goesOn = /^[\p{L}\p{N}]/u.test(after);
  if (kind === 'sup' && /\d$/.test(before) && /^(?:st|nd|rd|th)$/i.test(content) && !goesOn) return ['', ''];
  if (kind === 'sup' && /^(?:TM|SM)$/.test(content)) return ['', ''];
  if (kind === 'sub' && /(?:^|\P{L})(?:\p{Lu}\p{Ll}?)+$/u.test(before) && /^\d+$/.test(content) && !/^\d/.test(after)) {
    return ['', ''];
  }
  const sign = kind === 'sup' ? '^' : '_';
  return SIMPLE.test(content) && !goesOn ? [sign, ''] : [`${sign}(`, ')'];
}
