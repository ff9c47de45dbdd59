import { foldText } from '../text/fold-text.ts';
import { editDistance } from './edit-distance.ts';
import type { Likely } from './likely-words.ts';

/**
 * Returns the word meant by `typed`, as pages write it, or `undefined` if none is close, or if they do not use the other word for it. `forms` are words with the token of `likely`, each
 * with its number of occurrences.
 */
export function writtenWord(typed: string, likely: Likely, forms: ReadonlyMap<string, number>): string | undefined {
  const { slips, word } = likely;
  if (slips === 0) return [...forms.keys()].map(compared).find((form) => form === word || form === `${word}s`);
  const most = slips === 'beginning' ? 0 : slips;
  let chosen: { readonly form: string; readonly edits: number; readonly count: number } | undefined;
  for (const [form, count] of forms) {
    const lower = compared(form);
    // A form of another word is itself a correct word, not a slip.
    if (slips === 2 && isFormOf(typed, lower)) continue;
    const edits = slips !== 'beginning' ? editDistance(lower, typed, most) : lower.startsWith(typed) ? 0 : Infinity;
    if (edits > most) continue;
    const isBetter = chosen === undefined || edits < chosen.edits || (edits === chosen.edits && count > chosen.count);
    if (isBetter) chosen = { form, edits, count };
  }
  if (chosen !== undefined) return chosen.form;
  const isFormed = slips === 1 && typed.length >= SHORTEST_FORMED;
  // "Visitors" is no slip for "visiters" because pages have "visit": with one other letter, the ending may be another.
  const isReplaced = typed.length === word.length && [...typed].toSorted().join('') !== [...word].toSorted().join('');
  const isSlip = (form: string): boolean => !isReplaced || !typed.startsWith(form);
  return isFormed && [...forms.keys()].map(compared).some((form) => isFormOf(word, form) && isSlip(form))
    ? word
    : undefined;
}

function compared(word: string): string {
  return foldText(word, false).text.toLowerCase();
}

/** Minimum length for suggesting a word that no page has; shorter ones are guessed wrongly too easily. */
const SHORTEST_FORMED = 7;
const REGULAR_ENDINGS = ['s', 'es', 'ed', 'ing', 'er', 'ers', 'ly'];

/** True if the two words differ only by a regular ending. */
function isFormOf(word: string, form: string): boolean {
  const [short, long] = word.length < form.length ? [word, form] : [form, word];
  return REGULAR_ENDINGS.some((ending) => long === short + ending);
}
