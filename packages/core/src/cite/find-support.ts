import type { Passage, StatementKind } from '../spec/answer.ts';
import { splitSentences } from '../text/split-sentences.ts';
import { findQuote } from './find-quote.ts';
import { judge, sentenceOf } from './support/judge.ts';
import { readWords } from './support/read-words.ts';

/** What carries a statement. */
export interface Support {
  /** Best first; only passages that contribute; each a verbatim range of the passage's chunk text, inside its window. */
  readonly quotes: readonly { readonly label: string; readonly start: number; readonly end: number }[];
  /** 0 to 1. */
  readonly score: number;
}

/** Least share of the statement's weight that the evidence must hold. */
const LEAST_SCORE = 0.75;

interface Place {
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The words of the passages that carry a statement; `undefined` where they do not, and the statement must be withheld. A
 * statement that stands verbatim in a passage is always carried. `rarity` takes search tokens, as `tokenize` gives them.
 */
export function findSupport(
  statement: { readonly kind: StatementKind; readonly text: string },
  passages: readonly Passage[],
  rarity?: (token: string) => number,
): Support | undefined {
  const text = statement.text.trim();
  for (const { label, chunk, window } of passages) {
    const range = findQuote(chunk.text, text, window);
    if (range !== undefined) return { quotes: [{ label, ...range }], score: 1 };
  }
  if (statement.kind === 'code' || hasMarkup(text)) return undefined;
  const plain = text.replace(/[`*]/gu, '');
  for (const { label, chunk, window } of passages) {
    const range = findQuote(chunk.text, plain, window);
    if (range !== undefined) return { quotes: [{ label, ...range }], score: 1 };
  }
  const claim = readWords(plain);
  if (!claim.some(({ kind }) => kind !== 'small' && kind !== 'negator')) return undefined;
  const places = passages.flatMap(sentencesOf);
  const texts = new Map(passages.map(({ label, chunk }) => [label, chunk.text]));
  const sentences = places.map(({ label, start, end }) => sentenceOf(readWords(texts.get(label)!.slice(start, end))));
  const known = new Set(
    passages.flatMap(({ chunk }) =>
      readWords([chunk.title, ...chunk.headings, chunk.heading].join('\n'))
        .filter(({ kind }) => kind !== 'small')
        .map(({ key }) => key),
    ),
  );
  const { score, faults, chosen } = judge(claim, sentences, known, rarity);
  if (faults.length > 0 || score < LEAST_SCORE || chosen.length === 0) return undefined;
  return { quotes: chosen.map((index) => places[index]!), score };
}

function hasMarkup(text: string): boolean {
  return /https?:|www\.|\]\(|!\[|<\/?[a-z!]/iu.test(text);
}

function sentencesOf({ label, chunk, window }: Passage): Place[] {
  const from = window?.start ?? 0;
  const to = window?.end ?? chunk.text.length;
  return chunk.spans.flatMap((span) => {
    const start = Math.max(from, span.start);
    const end = Math.min(to, span.end);
    if (end <= start) return [];
    if (span.kind === 'code' || span.kind === 'row' || span.kind === 'math') return [{ label, start, end }];
    return splitSentences(chunk.text.slice(start, end)).map((piece) => ({
      label,
      start: start + piece.start,
      end: start + piece.end,
    }));
  });
}
