/**
 * Finds the parts of supplied chunks that are in a selection.
 *
 * If one page's chunks contain the whole selection, the windows are those the page itself would give. Otherwise each chunk is compared
 * alone: runs of its lines found in the selection, plus, at both ends of a run, the matching part of the next line. So chunks in the
 * middle of a long selection count in full, chunks at its edges in part, and text that a browser adds between lines (buttons, numbers)
 * does not matter. Text is compared as quotes are.
 */
import type { Passage } from '../../types/answer.ts';
import type { Chunk } from '../../types/chunk.ts';
import { foldForQuotes, quotePlaces, type QuotableText } from '../../cite/find-quote.ts';
import { locatedPassages, visibleText } from '../locate-text.ts';

/** Shorter runs and parts of lines match by chance. */
const LEAST_RUN = 20;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Largest value from 0 to `count` for which `holds` is true. If it is true for one value, it must be true for all below. */
function largest(count: number, holds: (value: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Longest prefix and suffix of a line found in the selection, in whole words. */
function edges(
  text: string,
  selection: QuotableText,
): { first: Range | undefined; last: Range | undefined; whole: boolean } {
  const words = [...text.matchAll(/\S+/gu)];
  const has = (start: number, end: number): boolean =>
    quotePlaces(selection, text.slice(start, end)).next().done !== true;
  const ends = words.map((word) => word.index + word[0].length);
  const count = largest(words.length, (size) => size === 0 || has(0, ends[size - 1]!));
  if (count === words.length) return { first: undefined, last: undefined, whole: words.length > 0 };
  const back = largest(words.length, (size) => size === 0 || has(words[words.length - size]!.index, text.length));
  const worth = (range: Range): Range | undefined => (range.end - range.start < LEAST_RUN ? undefined : range);
  return {
    first: worth({ start: 0, end: count === 0 ? 0 : ends[count - 1]! }),
    last: worth({ start: words[words.length - back]?.index ?? text.length, end: text.length }),
    whole: false,
  };
}

/** Runs of the chunk's text found in the selection. */
function runs(chunk: Chunk, selection: QuotableText): Range[] {
  const found: Range[] = [];
  let open: Range | undefined;
  const close = (): void => {
    if (open !== undefined) found.push(open);
    open = undefined;
  };
  for (const span of chunk.spans) {
    const { first, last, whole } = edges(visibleText(span, chunk.text.slice(span.start, span.end)), selection);
    const from = open?.start ?? span.start;
    if (whole) {
      open = { start: from, end: span.end };
      continue;
    }
    if (first !== undefined) open = { start: from, end: span.start + first.end };
    close();
    if (last !== undefined) open = { start: span.start + last.start, end: span.end };
  }
  close();
  const [first, last] = [chunk.spans[0], chunk.spans.at(-1)];
  const isWhole = ({ start, end }: Range): boolean => start === first?.start && end === last?.end;
  return found.filter((run) => isWhole(run) || run.end - run.start >= LEAST_RUN);
}

/** Groups chunks whose offsets refer to the same page text: all of one indexed page, or one chunk of unknown origin. */
function groups(chunks: readonly Chunk[], isIndexed: (chunk: Chunk) => boolean): Chunk[][] {
  const pages = Map.groupBy(chunks, (chunk) => (isIndexed(chunk) ? `page ${chunk.url}` : `chunk ${chunk.id}`));
  return [...pages.values()].map((page) => page.toSorted((a, b) => a.start - b.start));
}

/** Returns passages with windows, in page order; empty if no chunk contains a long enough part of the selection. */
export function selectionWindows(
  chunks: readonly Chunk[],
  selection: string,
  isIndexed: (chunk: Chunk) => boolean,
): Passage[] {
  const whole = groups(chunks, isIndexed)
    .map((group) => locatedPassages(group, selection))
    .find((found) => found.length > 0);
  if (whole !== undefined) return whole;
  const folded = foldForQuotes(selection);
  const parts = chunks.flatMap((chunk) => runs(chunk, folded).map((window) => ({ chunk, window })));
  return parts.map((part, i) => ({ label: `p${i + 1}`, score: 0, similarity: 1, ...part }));
}
