/** Runs in the browser: tries to find quotes on the unchanged page, after edits of their words, and after their removal. */
import { findQuote, quoteForms, type FoundQuote } from '../find/find-quote.ts';
import { foldText, readPageText } from '../find/page-text.ts';
import { sectionOf } from '../land.ts';
import type { PageQuote } from './quotes-of-page.ts';

/** Function that finds the quotes: the real one, or a faulty one that the trial must detect. */
export type Finder = 'findQuote' | 'first-paragraph';

export interface Trial {
  readonly kind: string;
  readonly words: number;
  readonly text: string;
  /** Highlighted text; of the last wrong case, if any. */
  readonly lit: string;
  /** `exact` and `fuzzy` found the correct place; `wrong` highlights another one. */
  readonly plain: 'exact' | 'fuzzy' | 'none' | 'wrong';
  readonly inSection: boolean;
  /** `twin`: the same words also occur elsewhere. `undefined` if not tried. */
  readonly edited: 'exact' | 'fuzzy' | 'none' | 'wrong' | 'twin' | undefined;
  /** Result after removal: `none` is correct. */
  readonly removed: 'none' | 'wrong' | 'twin' | undefined;
}

/** Park and Miller's random generator: equal seeds give equal edits. */
function numbers(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

const WORD = /[\p{L}\p{N}_]+/gu;

interface Kept {
  readonly node: Text;
  readonly data: string;
}

/** Text nodes in the ranges, with their current text. */
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

/** Replaces, removes or inserts one word inside the ranges; false if they contain no word. */
function editWord(ranges: readonly Range[], random: () => number, vocabulary: readonly string[]): boolean {
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

/** True if two lists of ranges cover mostly the same text. */
function isSamePlace(first: readonly Range[], second: readonly Range[]): boolean {
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

/** Tries each quote on the unchanged page, after one to three edits (but of at most a quarter of its words), and after its removal. */
export function tryQuotes(root: Element, quotes: readonly PageQuote[], seed: number, finder: Finder): Trial[] {
  const random = numbers(seed);
  const vocabulary = [...new Set(root.textContent.match(WORD))];
  const find = (quote: PageQuote): FoundQuote | undefined => finders[finder](root, quote);
  return quotes.map((quote) => tryQuote(root, quote, find, random, vocabulary));
}

const finders: Readonly<Record<Finder, (root: Element, quote: PageQuote) => FoundQuote | undefined>> = {
  findQuote: (root, quote) => findQuote(root, quote.text, quote),
  'first-paragraph': (root) => {
    const range = document.createRange();
    range.selectNodeContents(root.querySelector('p')!.firstChild!);
    return { ranges: [range], exactness: 'exact' };
  },
};

function tryQuote(
  root: Element,
  quote: PageQuote,
  find: (quote: PageQuote) => FoundQuote | undefined,
  random: () => number,
  vocabulary: readonly string[],
): Trial {
  const { kind, text } = quote;
  const words = text.match(WORD)?.length ?? 0;
  const found = find(quote);
  const lit = textOf(found?.ranges ?? []);
  const plain = found === undefined ? 'none' : shows(found, text) ? found.exactness : 'wrong';
  const inSection = isInSection(root, quote, found?.ranges ?? []);
  const trial = { kind, words, text, lit, plain, inSection, edited: undefined, removed: undefined } as const;
  if (found === undefined || plain !== 'exact') return trial;
  const kept = keep(found.ranges);
  if (kept.length === 0) return trial;

  const edits = Math.min(1 + Math.floor(random() * 3), Math.max(1, Math.floor(words / 4)));
  for (let left = edits; left > 0; left -= 1) editWord(found.ranges, random, vocabulary);
  const again = find(quote);
  const edited =
    again === undefined
      ? 'none'
      : isSamePlace(found.ranges, again.ranges)
        ? again.exactness
        : again.exactness === 'exact'
          ? 'twin'
          : 'wrong';
  const editedLit = textOf(again?.ranges ?? []);
  restore(kept);

  // Found again, because live ranges shrink with their text.
  for (const range of findQuote(root, text, quote)!.ranges) {
    if (range.startContainer.nodeType === Node.TEXT_NODE) range.deleteContents();
  }
  const left = find(quote);
  const removed = left === undefined ? 'none' : left.exactness === 'exact' ? 'twin' : 'wrong';
  const removedLit = textOf(left?.ranges ?? []);
  restore(kept);
  const wrongLit = removed === 'wrong' ? removedLit : edited === 'wrong' ? editedLit : lit;
  return { ...trial, edited, removed, lit: wrongLit };
}

/** True if the highlighted text is the quote. Formulas are not compared, because they are displayed differently. */
function shows({ ranges, exactness }: FoundQuote, quote: string): boolean {
  return (
    exactness === 'fuzzy' ||
    quoteForms(quote).includes(foldText(textOf(ranges))) ||
    ranges.some(({ startContainer }) => startContainer.nodeType !== Node.TEXT_NODE)
  );
}

function isInSection(root: Element, quote: PageQuote, ranges: readonly Range[]): boolean {
  const page = readPageText(root);
  const section = sectionOf(root, page, quote.anchor);
  // An image is located by the text around it.
  const text = ranges.find(({ startContainer }) => page.leaves.some(({ node }) => node === startContainer));
  const leaf = page.leaves.find(({ node }) => node === text?.startContainer);
  return leaf !== undefined && section !== undefined && leaf.start >= section.start && leaf.start < section.end;
}
