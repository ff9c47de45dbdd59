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
import { cutWords, splitWords, withNouns } from '../question/split-words.ts';
import { smallTalk } from '../question/small-talk.ts';

export interface CorrectedQuestion {
  readonly question: Question;
  readonly corrected: readonly Correction[];
  /** The same corrections as warnings. */
  readonly warnings: readonly Warning[];
}

/** Words of one generation, with what was looked up so far: written forms of tokens, and words that pages write as two, `undefined` if they do not. */
interface Known {
  readonly generation: number;
  readonly words: IndexWords;
  readonly forms: Map<string, ReadonlyMap<string, number>>;
  readonly apart: Map<string, string | undefined>;
}

/** Number of passages read to find the written forms of a word. */
const PASSAGES_READ = 8;
const MOST_FORMS = 2_000;

/**
 * Corrects typing errors in questions: missing apostrophes, and words that are not in the index because they are misspelt or unfinished.
 * A replacement is always a word from a page, or a function word. Nothing is changed if the reader asked for an exact search, if there is
 * a selection or supplied passages, or if the store cannot list its words.
 */
export function questionCorrector(
  store: Pick<StoreDriver, 'terms' | 'search' | 'getChunks'>,
): (question: Question, call?: CallOptions) => Promise<CorrectedQuestion> {
  let known: Known | undefined;

  async function knownWords(call: CallOptions): Promise<Known | undefined> {
    const now = await store.terms?.(known?.generation, call);
    if (now !== undefined)
      known = { generation: now.generation, words: indexWords(now.terms), forms: new Map(), apart: new Map() };
    return known;
  }

  /** Texts of the passages that match the tokens best. */
  async function textsWith(tokens: readonly string[], call: CallOptions): Promise<readonly string[]> {
    const terms = tokens.map((term) => ({ term, count: 1 }));
    const { candidates } = await store.search({ terms, vector: undefined, limit: PASSAGES_READ }, call);
    const chunks = await store.getChunks(
      candidates.map(({ id }) => id),
      call,
    );
    return chunks.flatMap((chunk) => (chunk === undefined ? [] : [chunk.title, ...chunk.headings, chunk.text]));
  }

  async function formsOf(token: string, { forms }: Known, call: CallOptions): Promise<ReadonlyMap<string, number>> {
    const found = forms.get(token);
    if (found !== undefined) return found;
    const counted = formsIn(await textsWith([token], call), token);
    if (forms.size >= MOST_FORMS) forms.clear();
    forms.set(token, counted);
    return counted;
  }

  /** The two words that pages write for a word typed as one: "file system" for "filesystem". */
  async function wordsOf(typed: string, { words, apart }: Known, call: CallOptions): Promise<string | undefined> {
    if (apart.has(typed)) return apart.get(typed);
    const found = await cutInPages(cutWords(typed, words), call);
    if (apart.size >= MOST_FORMS) apart.clear();
    apart.set(typed, found);
    return found;
  }

  async function cutInPages(cuts: ReturnType<typeof cutWords>, call: CallOptions): Promise<string | undefined> {
    for (const { first, last, tokens } of cuts) {
      const phrase = new RegExp(`(?<!\\p{L})${first}[ -]${last}(?!\\p{L})`, 'iu');
      for (const text of await textsWith(tokens, call)) {
        const [found] = phrase.exec(text) ?? [];
        if (found !== undefined) return found.toLowerCase();
      }
    }
    return undefined;
  }

  async function meant({ typed, likely }: Doubt, now: Known, call: CallOptions): Promise<string | undefined> {
    const apart = await wordsOf(typed, now, call);
    if (apart !== undefined) return apart;
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
    const typed = withApostrophes(text, quotedIn(text));
    // The known words may be of an earlier generation, so they are updated if they leave a word in doubt.
    const isKnown = known !== undefined && doubtsIn(typed, known.words).length === 0;
    const now = isKnown ? known : await knownWords(call);
    const read = now === undefined ? typed : withNouns(typed, now.words);
    const corrected: Correction[] = [];
    let searched = '';
    let from = 0;
    for (const doubt of now === undefined ? [] : doubtsIn(read, now.words)) {
      if (doubt.start < from) continue;
      const word = await meant(doubt, now!, call);
      const written = read.slice(doubt.start, doubt.end);
      // "Code block" does not mean the identifier `CodeBlock`, and stays apart where pages write it so.
      if (word === undefined || (/[ -]/.test(written) && (/[ -]/.test(word) || word !== word.toLowerCase()))) continue;
      const to = inCaseOf(written, word);
      corrected.push({ from: written, to });
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

/** Words written apart come before the doubtful words that are their parts. */
function doubtsIn(text: string, words: IndexWords): readonly Doubt[] {
  return [...splitWords(text, words), ...doubtfulWords(text, words)].sort((a, b) => a.start - b.start);
}

/** Counts the written forms of a token in the texts. Capitals are kept only for words with capitals inside. */
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

/** Applies the capitals as typed to the word; identifiers keep their own. */
function inCaseOf(typed: string, word: string): string {
  if (word !== word.toLowerCase()) return word;
  if (typed.length > 1 && typed === typed.toUpperCase()) return word.toUpperCase();
  return typed[0] === typed[0]!.toLowerCase() ? word : word[0]!.toUpperCase() + word.slice(1);
}
