import { sha256Hex, STOP_WORDS } from '@ibid/core';

const SHORTEST = 5;
const KEY_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const SLIPS = [swapped, dropped, doubled, beside] as const;

/**
 * Returns the question with `edits` typing errors in its longest word, which usually carries most of the meaning; `undefined` if no word is
 * suitable. Words with digits, points or capitals inside are names of code, which readers copy. Equal questions get equal errors.
 */
export function mistype(question: string, edits: number): string | undefined {
  const words = [...question.matchAll(/(?<![^\s("'])\p{L}\p{Ll}+(?![^\s?,;:)"'.]|[.'(]\S)/gu)]
    .filter(([word]) => word.length >= SHORTEST && /^[a-z]+$/iu.test(word) && !STOP_WORDS.has(word.toLowerCase()))
    .sort((one, other) => other[0].length - one[0].length || one.index - other.index);
  const [longest] = words;
  if (longest === undefined) return undefined;
  const [word] = longest;
  const digits = sha256Hex(question);
  let typed = word;
  for (let edit = 0; edit < edits; edit += 1) {
    const slip = SLIPS[Number.parseInt(digits.slice(edit * 8, edit * 8 + 4), 16) % SLIPS.length]!;
    const start = Number.parseInt(digits.slice(edit * 8 + 4, edit * 8 + 8), 16);
    typed = slipped(typed, word, slip, start);
  }
  return question.slice(0, longest.index) + typed + question.slice(longest.index + word.length);
}

/** Applies the error at the first position from `start` on, except the first letter, where the result is neither the current nor the right word. */
function slipped(typed: string, right: string, slip: (typeof SLIPS)[number], start: number): string {
  for (let step = 0; step < typed.length - 2; step += 1) {
    const at = 1 + ((start + step) % (typed.length - 2));
    const made = slip(typed, at);
    if (made !== typed && made !== right) return made;
  }
  return dropped(typed, 1);
}

function swapped(word: string, at: number): string {
  return word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2);
}

function dropped(word: string, at: number): string {
  return word.slice(0, at) + word.slice(at + 1);
}

function doubled(word: string, at: number): string {
  return word.slice(0, at + 1) + word.slice(at);
}

/** Replaces a letter by the key to its right, or to its left at the end of a row. */
function beside(word: string, at: number): string {
  const row = KEY_ROWS.find((keys) => keys.includes(word[at]!))!;
  const key = row.indexOf(word[at]!);
  return word.slice(0, at) + (row[key + 1] ?? row[key - 1]!) + word.slice(at + 1);
}
