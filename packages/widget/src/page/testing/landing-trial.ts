/** Runs in the browser: tries quotes on the page as it is, after edits of their words, and after their removal. */
import { findQuote } from '../find/find-quote.ts';
import { exactPlace } from '../find/exact-place.ts';
import { foldText } from '../find/fold-text.ts';
import { readPageText, type PageText } from '../find/page-text.ts';
import { quoteForms } from '../find/quote-forms.ts';
import { similarPlaces } from '../find/similar-places.ts';
import { sectionOf } from '../find/section-of.ts';
import { toRanges } from '../find/to-ranges.ts';
import type { PageQuote } from './quotes-of-page.ts';

export { exactPlace, findQuote, foldText, quoteForms, readPageText, sectionOf, similarPlaces, toRanges };

export interface Trial {
  readonly kind: string;
  readonly words: number;
  /** `exact` and `fuzzy` hit the true place; `wrong` lights up another one. */
  readonly inSection: boolean;
  readonly plain: 'exact' | 'fuzzy' | 'none' | 'wrong';
  /** `twin`: the very words stand elsewhere too. `undefined` where it was not tried. */
  readonly edited: 'exact' | 'fuzzy' | 'none' | 'wrong' | 'twin' | undefined;
  readonly edits: number;
  /** After its removal: `none` is right. */
  readonly removed: 'none' | 'wrong' | 'twin' | undefined;
  readonly text: string;
  readonly lit: string;
  readonly best: readonly (readonly [trial: string, similarity: number, isInSection: boolean, isTrue: boolean])[];
}

/** Park and Miller's generator: equal seeds give equal edits. */
export function numbers(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

const WORD = /[\p{L}\p{N}_]+/gu;

interface Kept {
  readonly node: Text;
  readonly data: string;
}

/** Text nodes that the ranges touch, with what they hold now. */
function keep(ranges: readonly Range[]): Kept[] {
  return ranges
    .map(({ startContainer }) => startContainer)
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => ({ node: node as Text, data: (node as Text).data }));
}

function restore(kept: readonly Kept[]): void {
  for (const { node, data } of kept) node.data = data;
}

export function textOf(ranges: readonly Range[]): string {
  return ranges.map((range) => range.toString()).join('');
}

/** Replaces, drops or puts in one word inside the ranges; false when they have none. */
export function editWord(ranges: readonly Range[], random: () => number, vocabulary: readonly string[]): boolean {
  const words = ranges.flatMap((range) => {
    if (range.startContainer.nodeType !== Node.TEXT_NODE) return [];
    const node = range.startContainer as Text;
    return [...node.data.slice(0, range.endOffset).matchAll(WORD)]
      .filter((match) => match.index >= range.startOffset)
      .map((match) => ({ node, start: match.index, length: match[0].length }));
  });
  const word = words[Math.floor(random() * words.length)];
  if (word === undefined) return false;
  const fresh = vocabulary[Math.floor(random() * vocabulary.length)] ?? 'other';
  const kind = Math.floor(random() * 3);
  if (kind === 0) word.node.replaceData(word.start, word.length, fresh);
  else if (kind === 1 && words.length > 3) word.node.deleteData(word.start, word.length);
  else word.node.insertData(word.start, `${fresh} `);
  return true;
}

/** Whether two lists of ranges mark mostly the same. */
export function isSamePlace(first: readonly Range[], second: readonly Range[]): boolean {
  return shareInside(first, second) > 0.6 && shareInside(second, first) > 0.6;
}

function shareInside(from: readonly Range[], to: readonly Range[]): number {
  let inside = 0;
  let all = 0;
  for (const range of from) {
    all += range.endOffset - range.startOffset;
    const other = to.find(({ startContainer }) => startContainer === range.startContainer);
    if (other === undefined) continue;
    inside += Math.max(0, Math.min(range.endOffset, other.endOffset) - Math.max(range.startOffset, other.startOffset));
  }
  return all === 0 ? 0 : inside / all;
}

export function tryQuotes(
  root: Element,
  quotes: readonly PageQuote[],
  options: {
    readonly seed: number;
    readonly rate: number;
    readonly edits: (random: () => number, words: number) => number;
  },
): Trial[] {
  const random = numbers(options.seed);
  const vocabulary = [...new Set((root.textContent ?? '').match(WORD) ?? [])];
  return quotes.map((quote) => tryQuote(root, quote, random, vocabulary, options));
}

function hasTwin(page: PageText, quote: string): boolean {
  return quoteForms(quote).some((form) => exactPlace(page, form, undefined) !== undefined);
}

function isInSection(root: Element, quote: PageQuote, range: Range | undefined): boolean {
  const page = readPageText(root);
  const section = sectionOf(root, page, quote.anchor);
  const leaf = page.leaves.find(({ node }) => node === range?.startContainer);
  return leaf !== undefined && section !== undefined && leaf.start >= section.start && leaf.start < section.end;
}

function tryQuote(
  root: Element,
  quote: PageQuote,
  random: () => number,
  vocabulary: readonly string[],
  options: { readonly rate: number; readonly edits: (random: () => number, words: number) => number },
): Trial {
  const words = quote.text.match(WORD)?.length ?? 0;
  const found = findQuote(root, quote.text, quote);
  const lit = found === undefined ? '' : textOf(found.ranges);
  const isRight =
    found !== undefined &&
    (found.exactness === 'fuzzy' ||
      quoteForms(quote.text).includes(foldText(lit)) ||
      found.ranges.some((range) => range.startContainer.nodeType !== Node.TEXT_NODE));
  const plain = found === undefined ? 'none' : isRight ? found.exactness : 'wrong';
  const inSection = isInSection(root, quote, found?.ranges[0]);
  const trial = {
    inSection,
    kind: quote.kind,
    words,
    plain,
    edited: undefined,
    edits: 0,
    removed: undefined,
    text: quote.text,
    lit,
    best: [],
  } as const;
  if (found === undefined || found.exactness !== 'exact' || random() > options.rate) return trial;

  const kept = keep(found.ranges);
  if (kept.length === 0) return trial;
  const best: [string, number, boolean, boolean][] = [];
  const note = (name: string): void => {
    const page = readPageText(root);
    for (const place of similarPlaces(page, quote.text, sectionOf(root, page, quote.anchor)).slice(0, 3))
      best.push([name, place.similarity, place.isInSection, isSamePlace(found.ranges, toRanges(page, place.place))]);
  };

  const edits = options.edits(random, words);
  for (let left = edits; left > 0; left -= 1) editWord(found.ranges, random, vocabulary);
  const again = findQuote(root, quote.text, quote);
  const editedLit = again === undefined ? '' : textOf(again.ranges);
  const edited =
    again === undefined
      ? 'none'
      : isSamePlace(found.ranges, again.ranges)
        ? again.exactness
        : again.exactness === 'exact'
          ? 'twin'
          : 'wrong';
  note('edited');
  restore(kept);

  // Live ranges shrink with their text; look it up anew.
  const fresh = findQuote(root, quote.text, quote)!;
  for (const range of fresh.ranges) {
    if (range.startContainer.nodeType === Node.TEXT_NODE) range.deleteContents();
  }
  const left = findQuote(root, quote.text, quote);
  const removed =
    left === undefined
      ? 'none'
      : left.exactness === 'exact' || hasTwin(readPageText(root), quote.text)
        ? 'twin'
        : 'wrong';
  const removedLit = left === undefined ? '' : textOf(left.ranges);
  note('removed');
  restore(kept);
  return {
    ...trial,
    edited,
    edits,
    removed,
    lit: edited === 'wrong' ? editedLit : removed === 'wrong' ? removedLit : lit,
    best,
  };
}
