/** Code with more lines is shown in part. */
const MAX_LINES = 40;
/** A single construct may be this long, because code that is in one piece on the page is shown in one piece. */
const MAX_CONSTRUCT = 80;
/** Lines of printed output: tables, and results in comments (`# =>`). */
const PRINTED = /^\s*(?:[\u2500-\u257F|]|\+[-=]|(?:#|\/\/)\s*(?:=>|->|[\u2500-\u257F]))/u;
const COMMENT = /^\s*(?:#|\/\/|\/\*|<!--|--|;)/u;
const CLOSES = /^\s*(?:[)\]}]|end\b|<\/|(?:else|elif|except|finally|catch|rescue|ensure)\b)/u;

/** Long code of which nothing is found, or of one construct, is cut behind this line or a later one. */
const FEWEST_LINES = 15;

/**
 * Returns the code to show: all of it, or of very long code the adjacent constructs with most lines that contain words of the question. A
 * construct begins at a line with the least indentation that closes nothing and is no printed output. None is cut, unless those that fit
 * contain no such word: then it is the beginning of the code, which ends before a construct within. The result is always a slice of the text.
 */
export function trimCode(text: string, words: Pick<ReadonlyMap<string, unknown>, 'has'>): string {
  const lines = text.split('\n');
  if (lines.length <= MAX_LINES) return text;
  const constructs = constructsOf(lines);
  let best: { readonly first: number; readonly end: number; readonly hits: number } | undefined;
  for (const [from, { first }] of constructs.entries()) {
    let hits = 0;
    for (let to = from; to < constructs.length; to++) {
      const { end } = constructs[to]!;
      if (end - first > (to === from ? MAX_CONSTRUCT : MAX_LINES)) break;
      hits += constructs[to]!.lines.filter((line) => holdsWord(line, words)).length;
      if (best === undefined || hits > best.hits) best = { first, end, hits };
    }
  }
  const { first, end } = best === undefined || best.hits === 0 ? beginningOf(lines) : best;
  return lines.slice(first, end).join('\n').trimEnd();
}

function beginningOf(lines: readonly string[]): { readonly first: number; readonly end: number } {
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

function constructsOf(lines: readonly string[]): Construct[] {
  const indents = lines.filter((line) => line.trim() !== '').map(indentOf);
  const least = Math.min(...indents);
  const starts = lines.flatMap((line, place) => {
    const begins = line.trim() !== '' && indentOf(line) === least && !CLOSES.test(line) && !PRINTED.test(line);
    return begins || place === 0 ? [place] : [];
  });
  return starts.map((first, i) => {
    const end = starts[i + 1] ?? lines.length;
    return { first, end, lines: lines.slice(first, end) };
  });
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function holdsWord(line: string, words: Parameters<typeof trimCode>[1]): boolean {
  return (line.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).some((word) => words.has(word));
}
