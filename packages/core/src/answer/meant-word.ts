import type { Doubt } from '../question/doubtful-words.ts';
import type { IndexWords } from '../question/index-words.ts';
import { likelyWords } from '../question/likely-words.ts';
import { type Cut, cutWords } from '../question/cut-words.ts';
import { writtenWord } from '../question/written-word.ts';
import { foldText } from '../text/fold-text.ts';
import { wordTokens } from '../text/word-tokens.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { StoreDriver } from '../types/store.ts';

/** Number of passages read to find the written forms of a word. */
const PASSAGES_READ = 8;
const MOST_FORMS = 2_000;

/** Returns the word of a page that a doubtful word means, or a word of grammar; `undefined` if none is likely. */
export type MeantWord = (doubt: Doubt, call: CallOptions) => Promise<string | undefined>;

/** `words` are those of the store's latest generation. */
export function meantWordIn(store: Pick<StoreDriver, 'search' | 'getChunks'>, words: IndexWords): MeantWord {
  /** Written forms of the tokens looked up so far, each with its number of occurrences. */
  const known = new Map<string, ReadonlyMap<string, number>>();
  /** Words looked up so far that pages may write as two; `undefined` if they do not. */
  const apart = new Map<string, string | undefined>();

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
