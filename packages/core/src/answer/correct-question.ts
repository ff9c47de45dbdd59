import { withApostrophes } from '../question/contractions.ts';
import { doubtfulWords, type Doubt } from '../question/doubtful-words.ts';
import { indexWords, type IndexWords } from '../question/index-words.ts';
import { quotedIn } from '../question/quoted-in.ts';
import { writtenWord } from '../question/written-word.ts';
import type { Correction, Question } from '../types/answer.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Warning } from '../types/retrieval.ts';
import type { StoreDriver } from '../types/store.ts';
import { foldText } from '../text/fold-text.ts';
import { wordTokens } from '../text/word-tokens.ts';
import { smallTalk } from '../question/small-talk.ts';

export interface CorrectedQuestion {
  readonly question: Question;
  readonly corrected: readonly Correction[];
  /** The same for machines and people. */
  readonly warnings: readonly Warning[];
}

/** Words of one generation, and how its pages write those that were looked up. */
interface Known {
  readonly generation: number;
  readonly words: IndexWords;
  readonly forms: Map<string, ReadonlyMap<string, number>>;
}

/** Passages that tell how a word is written. */
const PASSAGES_READ = 8;
const MOST_FORMS = 2_000;

/**
 * Reads questions as they were meant: apostrophes that are left out, and words that the index does not have but for a slip of the fingers
 * or an end that was not typed. What to search is always a word that stands on a page, or one of grammar. Nothing is changed where the
 * reader asked for the words as typed, beside a selection or supplied passages, or where the store cannot list its words.
 */
export function questionCorrector(
  store: Pick<StoreDriver, 'terms' | 'search' | 'getChunks'>,
): (question: Question, call?: CallOptions) => Promise<CorrectedQuestion> {
  let known: Known | undefined;

  async function knownWords(call: CallOptions): Promise<Known | undefined> {
    const now = await store.terms?.(known?.generation, call);
    if (now !== undefined) known = { generation: now.generation, words: indexWords(now.terms), forms: new Map() };
    return known;
  }

  async function formsOf(token: string, { forms }: Known, call: CallOptions): Promise<ReadonlyMap<string, number>> {
    const found = forms.get(token);
    if (found !== undefined) return found;
    const query = { terms: [{ term: token, count: 1 }], vector: undefined, limit: PASSAGES_READ };
    const { candidates } = await store.search(query, call);
    const chunks = await store.getChunks(
      candidates.map(({ id }) => id),
      call,
    );
    const texts = chunks.flatMap((chunk) => (chunk === undefined ? [] : [chunk.title, ...chunk.headings, chunk.text]));
    const counted = formsIn(texts, token);
    if (forms.size >= MOST_FORMS) forms.clear();
    forms.set(token, counted);
    return counted;
  }

  async function meant({ typed, likely }: Doubt, now: Known, call: CallOptions): Promise<string | undefined> {
    for (const one of likely()) {
      const word = one.token === '' ? one.word : writtenWord(typed, one, await formsOf(one.token, now, call));
      if (word !== undefined) return word;
    }
    return undefined;
  }

  return async (question, call = {}) => {
    const unchanged = { question, corrected: [], warnings: [] };
    const { text, exact, selection, supplied } = question;
    const isAsTyped = exact === true || selection !== undefined || supplied !== undefined;
    if (isAsTyped || smallTalk(text) !== undefined) return unchanged;
    const read = withApostrophes(text, quotedIn(text));
    // What was known before may be of an earlier generation: that is looked up only where it matters.
    const isKnown = known !== undefined && doubtfulWords(read, known.words).length === 0;
    const now = isKnown ? undefined : await knownWords(call);
    const corrected: Correction[] = [];
    let searched = '';
    let from = 0;
    for (const doubt of now === undefined ? [] : doubtfulWords(read, now.words)) {
      const word = await meant(doubt, now!, call);
      if (word === undefined) continue;
      const typed = read.slice(doubt.start, doubt.end);
      const to = inCaseOf(typed, word);
      corrected.push({ from: typed, to });
      searched += read.slice(from, doubt.start) + to;
      from = doubt.end;
    }
    searched += read.slice(from);
    if (searched === text) return unchanged;
    const warnings = corrected.map(({ from: typed, to }) => ({
      code: 'corrected',
      text: `searched "${to}" instead of "${typed}"`,
    }));
    return { question: { ...question, text: searched }, corrected, warnings };
  };
}

/** How often texts write a token in which form; capitals only where a word has them inside. */
function formsIn(texts: readonly string[], token: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const [word] of text.matchAll(WORD)) {
      if (word[0]!.toLowerCase() !== token[0] && word.codePointAt(0)! < 0x80) continue;
      if (wordTokens(foldText(word, false).text)[0] !== token) continue;
      const lower = word.toLowerCase();
      const isMixed = word !== lower && word.slice(1) !== lower.slice(1) && word !== word.toUpperCase();
      const form = isMixed ? word : lower;
      counts.set(form, (counts.get(form) ?? 0) + 1);
    }
  }
  return counts;
}

const WORD = /(?<![\p{N}_])[\p{L}\p{M}]+(?![\p{N}_])/gu;

/** The word with the capitals that were typed; identifiers have their own. */
function inCaseOf(typed: string, word: string): string {
  if (word !== word.toLowerCase()) return word;
  if (typed.length > 1 && typed === typed.toUpperCase()) return word.toUpperCase();
  return typed[0] === typed[0]!.toLowerCase() ? word : word[0]!.toUpperCase() + word.slice(1);
}
