import type { Turn } from '../../spec/answer.ts';
import { stemWord } from '../../text/stem-word.ts';
import { readWords } from '../follow-up/read-words.ts';

const TURNS_READ = 20;
const CHARACTERS_READ = 4000;

/** Stems of all words that were said in the last 20 turns, in the first 4,000 characters of each. */
export function heardStems(turns: readonly Turn[]): ReadonlySet<string> {
  const words = turns.slice(-TURNS_READ).flatMap(({ text }) => readWords(text.slice(0, CHARACTERS_READ)));
  return new Set(words.map(({ lower }) => stemWord(lower)));
}
