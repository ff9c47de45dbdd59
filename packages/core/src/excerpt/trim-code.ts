import { tokenize } from '../text/tokenize.ts';

/** Code with more lines is shown in part. */
const MAX_LINES = 30;
/** A single construct may be this long, because code that is in one piece on the page is shown in one piece. */
const MAX_CONSTRUCT = 80;
/** Lines of printed output: tables, and results in comments (`# =>`). */
const PRINTED = /^\s*(?:[\u2500-\u257F|]|\+[-=]|(?:#|\/\/)\s*(?:=>|->|[\u2500-\u257F]))/u;
const COMMENT = /^\s*(?:#|\/\/|\/\*|<!--|--|;)/u;
const CLOSES = /^\s*(?:[)\]}{]|(?:end|then|do|done|fi|esac)\b|<\/|(?:else|elif|except|finally|catch|rescue|ensure)\b)/u;

/** Fewer lines are shown with those around them. Code of which nothing is found, or of one construct, is cut behind this line or a later one. */
const FEWEST_LINES = 15;

/**
 * Returns the part of code to show: all of it, or of very long code the adjacent constructs that contain most of the question's words by weight, of
 * those with most lines of the weightiest word, and of those the shortest, with what is around them if they are short. A construct begins behind
 * a blank line, or in longer parts anywhere, at a line with the least indentation that goes on with nothing, is no printed output, and does not
 * follow a comment. None is cut, unless those that fit contain no such word: then it is the beginning of the code, which ends before a
 * construct within. Offsets are UTF-16 units; `end` is exclusive.
 */
export function trimCode(
  text: string,
  weights: Pick<ReadonlyMap<string, number>, 'get'>,
): { readonly start: number; readonly end: number } {
  const lines = text.split('\n');
  const constructs = constructsOf(lines);
  if (lines.length <= (constructs.length === 1 ? MAX_CONSTRUCT : MAX_LINES)) return { start: 0, end: text.length };
  const { first, end } = bestOf(constructs, weights) ?? beginningOf(lines);
  const start = lines.slice(0, first).reduce((sum, { length }) => sum + length + 1, 0);
  return { start, end: start + lines.slice(first, end).join('\n').trimEnd().length };
}

type Lines = Pick<Construct, 'first' | 'end'>;

function bestOf(constructs: readonly Construct[], weights: Parameters<typeof trimCode>[1]): Lines | undefined {
  const found = constructs.map(({ lines }) =>
    lines.map((line) => tokenize(line).filter((token) => weights.get(token))),
  );
  const weightOf = (token: string): number => weights.get(token) ?? 0;
  const [rarest] = [...new Set(found.flat(2))].sort((a, b) => weightOf(b) - weightOf(a));
  if (rarest === undefined) return undefined;
  let best = { from: 0, to: -1, weight: 0, hits: 0, length: 0 };
  for (const [from, { first }] of constructs.entries()) {
    const words = new Set<string>();
    let hits = 0;
    for (let to = from; to < constructs.length; to++) {
      const length = constructs[to]!.end - first;
      if (length > (to === from ? MAX_CONSTRUCT : MAX_LINES)) break;
      for (const tokens of found[to]!) {
        for (const token of tokens) words.add(token);
        if (tokens.includes(rarest)) hits++;
      }
      // Rounded, because sums in another order differ in their last digits.
      const weight = Math.round(1e6 * words.values().reduce((sum, token) => sum + weightOf(token), 0));
      const isBetter = weight - best.weight || hits - best.hits || best.length - length;
      if (isBetter > 0) best = { from, to, weight, hits, length };
    }
  }
  if (best.to < 0) return undefined;
  let { from, to } = best;
  const lengthOf = (start: number, last: number): number => constructs[last]!.end - constructs[start]!.first;
  const fits = (start: number, last: number): boolean =>
    start >= 0 && last < constructs.length && lengthOf(from, to) < FEWEST_LINES && lengthOf(start, last) <= MAX_LINES;
  while (fits(from, to + 1)) to++;
  while (fits(from - 1, to)) from--;
  return { first: constructs[from]!.first, end: constructs[to]!.end };
}

function beginningOf(lines: readonly string[]): Lines {
  const ends = lines.slice(FEWEST_LINES, MAX_LINES).flatMap((line, i) => {
    const isEnd = line.trim() !== '' && !CLOSES.test(line) && !PRINTED.test(line);
    return isEnd ? [{ end: FEWEST_LINES + i, indent: indentOf(line) }] : [];
  });
  const least = Math.min(...ends.map(({ indent }) => indent));
  const end = ends.findLast(({ indent }) => indent === least)?.end ?? MAX_LINES;
  // A comment tells of what follows.
  const last = lines.slice(0, end).findLastIndex((line) => line.trim() !== '' && !COMMENT.test(line));
  return { first: 0, end: last < 0 ? end : last + 1 };
}

interface Construct {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
  readonly lines: readonly string[];
}

/** Parts between blank lines, as far as they begin constructs; a longer one is cut where each of its constructs begins. */
function constructsOf(lines: readonly string[]): readonly Construct[] {
  const least = Math.min(...lines.filter((line) => line.trim() !== '').map(indentOf));
  const begins = lines.map((line, place) => {
    const before = lines[place - 1] ?? '';
    const isTold = COMMENT.test(before) && !PRINTED.test(before);
    return line.trim() !== '' && indentOf(line) === least && !CLOSES.test(line) && !PRINTED.test(line) && !isTold;
  });
  const cut = (from: number, to: number, isStart: (place: number) => boolean): Construct[] => {
    const starts = [
      from,
      ...begins.keys().filter((place) => place > from && place < to && begins[place] && isStart(place)),
    ];
    return starts.map((first, i) => ({
      first,
      end: starts[i + 1] ?? to,
      lines: lines.slice(first, starts[i + 1] ?? to),
    }));
  };
  return cut(0, lines.length, (place) => lines[place - 1]!.trim() === '').flatMap((part) =>
    part.end - part.first <= MAX_LINES ? [part] : cut(part.first, part.end, () => true),
  );
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
