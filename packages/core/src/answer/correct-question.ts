import { withApostrophes } from '../question/contractions.ts';
import { doubtfulWords, type Doubt } from '../question/doubtful-words.ts';
import { indexWords, type IndexWords } from '../question/index-words.ts';
import { isEnglish } from '../question/form-words.ts';
import { quotedIn } from '../question/quoted-in.ts';
import type { Correction, Question } from '../types/answer.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Warning } from '../types/retrieval.ts';
import type { StoreDriver } from '../types/store.ts';
import { splitWords, withNouns } from '../question/split-words.ts';
import { smallTalk } from '../question/small-talk.ts';
import { type MeantWord, meantWordIn } from './meant-word.ts';

export interface CorrectedQuestion {
  readonly question: Question;
  readonly corrected: readonly Correction[];
  /** The same corrections as warnings. */
  readonly warnings: readonly Warning[];
}

/** Words of one generation. */
interface Known {
  readonly generation: number;
  readonly words: IndexWords;
  readonly meant: MeantWord;
}

/**
 * Corrects typing errors in questions: missing apostrophes, words that are not in the index because they are misspelt or unfinished, and the spelling that pages hardly use.
 * A replacement is a word from a page, a regular form of one, or a function word. Nothing is changed if the reader asked for an exact search, if there is
 * a selection or supplied passages, or if the store cannot list its words. Told are only the corrections of words in `typed`, what the reader
 * typed: a completed question also has words of earlier ones.
 */
export function questionCorrector(
  store: Pick<StoreDriver, 'terms' | 'search' | 'getChunks'>,
): (question: Question, call?: CallOptions, typed?: string) => Promise<CorrectedQuestion> {
  let known: Known | undefined;

  async function knownWords(call: CallOptions): Promise<Known | undefined> {
    const now = await store.terms?.(known?.generation, call);
    if (now === undefined) return known;
    const words = indexWords(now.terms);
    return (known = { generation: now.generation, words, meant: meantWordIn(store, words) });
  }

  return async (question, call = {}, own = question.text) => {
    const unchanged = { question, corrected: [], warnings: [] };
    const { text, exact, selection, supplied } = question;
    const isAsTyped = exact === true || selection !== undefined || supplied !== undefined;
    if (isAsTyped || smallTalk(text) !== undefined) return unchanged;
    const inEnglish = isEnglish(text);
    const typed = inEnglish ? withApostrophes(text, quotedIn(text)) : text;
    const doubtsIn = inEnglish ? doubtsInEnglish : strangeWords;
    // The known words may be of an earlier generation, so they are updated if they leave a word in doubt.
    const isKnown = known !== undefined && doubtsIn(typed, known.words).length === 0;
    const now = isKnown ? known : await knownWords(call);
    const read = now === undefined || !inEnglish ? typed : withNouns(typed, now.words);
    const corrected: Correction[] = [];
    let searched = '';
    let from = 0;
    for (const doubt of now === undefined ? [] : doubtsIn(read, now.words)) {
      if (doubt.start < from) continue;
      const word = await now!.meant(doubt, call);
      if (word === undefined) continue;
      const written = read.slice(doubt.start, doubt.end);
      const to = inCaseOf(written, word);
      if (wordsIn(own).includes(wordsIn(written))) corrected.push({ from: written, to });
      searched += read.slice(from, doubt.start) + to;
      from = doubt.end;
    }
    searched += read.slice(from);
    if (searched === text) return unchanged;
    const warnings = corrected.map(({ from: written, to }) => ({
      code: 'corrected',
      text: `searched "${to}" instead of "${written}"`,
    }));
    return { question: { ...question, text: searched }, corrected, warnings };
  };
}

/** The words of a text between spaces. */
function wordsIn(text: string): string {
  return ` ${text.split(/[^\p{L}\p{M}\p{N}]+/u).join(' ')} `;
}

/** Words written apart come before the doubtful words that are their parts. */
function doubtsInEnglish(text: string, words: IndexWords): readonly Doubt[] {
  return [...splitWords(text, words), ...doubtfulWords(text, words)].sort((a, b) => a.start - b.start);
}

/** Tokens of other languages keep their endings, so a word that looks like those of the index is another form, and no slip. */
function strangeWords(text: string, words: IndexWords): readonly Doubt[] {
  return doubtfulWords(text, words).filter(({ typed }) => words.wordsSpeltAlike(typed) === 0);
}

/** Applies the capitals as typed to the word; identifiers keep their own. */
function inCaseOf(typed: string, word: string): string {
  if (word !== word.toLowerCase()) return word;
  if (typed.length > 1 && typed === typed.toUpperCase()) return word.toUpperCase();
  return typed[0] === typed[0]!.toLowerCase() ? word : word[0]!.toUpperCase() + word.slice(1);
}
