import type { MarkKind } from '../spec/mark.ts';

const BASE = /[\p{L}\p{N})\]]$/u;
const WORD = /[\p{L}\p{N}]/u;
/** What needs no brackets behind its sign. */
const SIMPLE = /^[-+−–]?(?:\p{L}|\p{N})+(?:[.,]\p{N}+)?$/u;

export interface ScriptPlace {
  /** What the line shows before it. */
  readonly before: string;
  readonly content: string;
  readonly after: string;
  /** Something in it is raised or lowered again. */
  readonly holdsScript: boolean;
}

/**
 * Signs that keep raised and lowered text apart from the line it stands in, so that 10⁶ reads `10^6` and not 106: what goes before
 * it and after it, `''` for neither. They are put where text is raised or lowered right behind a letter, a digit or a bracket; numbers
 * such as 1st, trade marks and formulas such as H₂O read well without.
 */
export function scriptSigns(
  kind: MarkKind,
  { before, content, after, holdsScript }: ScriptPlace,
): readonly [before: string, after: string] {
  if (!WORD.test(content) || !BASE.test(before)) return ['', ''];
  const goesOn = /^[\p{L}\p{N}]/u.test(after);
  if (kind === 'sup' && /\d$/.test(before) && /^(?:st|nd|rd|th)$/i.test(content) && !goesOn) return ['', ''];
  if (kind === 'sup' && /^(?:TM|SM)$/.test(content)) return ['', ''];
  if (kind === 'sub' && /(?:^|\P{L})(?:\p{Lu}\p{Ll}?)+$/u.test(before) && /^\d+$/.test(content) && !/^\d/.test(after)) {
    return ['', ''];
  }
  const sign = kind === 'sup' ? '^' : '_';
  return SIMPLE.test(content) && !goesOn && !holdsScript ? [sign, ''] : [`${sign}(`, ')'];
}
