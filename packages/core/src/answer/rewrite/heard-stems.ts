import type { Turn } from '../../spec/answer.ts';
import { readWords } from '../follow-up/read-words.ts';
import { stemsOf } from '../follow-up/stems-of.ts';

const TURNS_READ = 20;
const CHARACTERS_READ = 4000;

/** Stems of all words but grammar that were said in the last 20 turns, in the first 4,000 characters of each. */
export function heardStems(turns: readonly Turn[]): ReadonlySet<string> {
  return new Set(turns.slice(-TURNS_READ).flatMap(({ text }) => stemsOf(readWords(text.slice(0, CHARACTERS_READ)))));
}
