import { type Doubt, doubtfulWords } from '../question/doubtful-words.ts';
import { type IndexWords, indexWords } from '../question/index-words.ts';
import { type Cut, cutWords } from '../question/cut-words.ts';
import { writtenWord } from '../question/written-word.ts';
import { foldText } from '../text/fold-text.ts';
import { wordTokens } from '../text/word-tokens.ts';
import { isEnglish } from '../question/form-words.ts';
import { quotedIn } from '../question/quoted-in.ts';
import type { Correction, Question } from '../types/answer.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Warning } from '../types/retrieval.ts';
import type { StoreDriver } from '../types/store.ts';
import { splitWords, withNouns } from '../question/split-words.ts';
import { smallTalk } from '../question/small-talk.ts';

interface CorrectedQuestion {
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

/** Contractions, keyed by their spelling without the apostrophe. Only those whose key is not another word. */
const CONTRACTIONS: ReadonlyMap<string, string> = new Map(
  `isn't aren't wasn't weren't don't doesn't didn't hasn't haven't hadn't can't won't couldn't shouldn't wouldn't mustn't i'm i've you're
you've you'll they're they've they'll we've there's that's what's how's where's who's when's why's it'll he's she's`
    .split(/\s/u)
    .map((contraction) => [contraction.replace("'", ''), contraction]),
);

/** Adds missing apostrophes to contractions; quoted words stay as they are. */
export function withApostrophes(text: string, isQuoted: (start: number, end: number) => boolean): string {
  return text.replace(PLAIN_WORD, (word, start: number) => {
    const contraction = CONTRACTIONS.get(word.toLowerCase());
    if (contraction === undefined || isQuoted(start, start + word.length)) return word;
    const at = contraction.indexOf("'");
    return `${word.slice(0, at)}'${word.slice(at)}`;
  });
}

const PLAIN_WORD = /(?<![\p{L}\p{N}_.@/#$:'’-])\p{L}{2,9}(?![\p{L}\p{N}_@/#$'’(=-]|[.:]\S)/gu;

/** Number of passages read to find the written forms of a word. */
const PASSAGES_READ = 8;
const MOST_FORMS = 2_000;

/** Returns the word of a page that a doubtful word means, or a word of grammar; `undefined` if none is likely. */
type MeantWord = (doubt: Doubt, call: CallOptions) => Promise<string | undefined>;

/** `words` are those of the store's latest generation. */
function meantWordIn(store: Pick<StoreDriver, 'search' | 'getChunks'>, words: IndexWords): MeantWord {
  /** Written forms of the tokens looked up so far, each with its number of occurrences. */
  const known = new Map<string, ReadonlyMap<string, number>>();
  /** Words looked up so far that pages may write as two; `undefined` if they do not. */
  const apart = new Map<string, string | undefined>();

  /** Texts of the passages that match the tokens best. */
  async function textsWith(tokens: readonly string[], call: CallOptions): Promise<readonly string[]> {
    const terms = [...new Set(tokens)].map((term) => ({ term, count: 1 }));
    const { candidates } = await store.search({ terms, vector: undefined, limit: PASSAGES_READ }, call);
    const chunks = await store.getChunks(
      candidates.map(({ id }) => id),
      call,
    );
    return chunks.flatMap((chunk) => (chunk === undefined ? [] : [chunk.title, ...chunk.headings, chunk.text]));
  }

  async function formsOf(token: string, call: CallOptions): Promise<ReadonlyMap<string, number>> {
    const found = known.get(token);
    if (found !== undefined) return found;
    const counted = formsIn(await textsWith([token], call), token);
    if (known.size >= MOST_FORMS) known.clear();
    known.set(token, counted);
    return counted;
  }

  /** The two words that pages write for a word typed as one: "file system" for "filesystem". */
  async function twoWords(typed: string, call: CallOptions): Promise<string | undefined> {
    if (apart.has(typed)) return apart.get(typed);
    const found = await firstInPages(cutWords(typed, words), call);
    if (apart.size >= MOST_FORMS) apart.clear();
    apart.set(typed, found);
    return found;
  }

  async function firstInPages(cuts: readonly Cut[], call: CallOptions): Promise<string | undefined> {
    for (const { first, last, tokens } of cuts) {
      const phrase = new RegExp(String.raw`(?<!\p{L})${first}[ -]${last}(?!\p{L})`, 'iu');
      for (const text of await textsWith(tokens, call)) {
        const [found] = phrase.exec(text) ?? [];
        if (found !== undefined) return found.toLowerCase();
      }
    }
    return undefined;
  }

  return async ({ typed, token, isLast, isName }, call) => {
    const two = await twoWords(typed, call);
    if (token !== undefined) {
      // Words that pages write apart, too, stay so.
      if (two !== undefined) return undefined;
      const word = writtenWord(typed, { token, word: typed, slips: 1 }, await formsOf(token, call));
      // "Code block" does not mean the identifier `CodeBlock`.
      return word === word?.toLowerCase() ? word : undefined;
    }
    if (two !== undefined) return two;
    // Browsers that answer by themselves load it when a question has such a word.
    const { likelyWords } = await import('../question/likely-words.ts');
    for (const likely of likelyWords(typed, words, { isLast, isName })) {
      const word = likely.token === '' ? likely.word : writtenWord(typed, likely, await formsOf(likely.token, call));
      if (word !== undefined) return word;
    }
    return undefined;
  };
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
