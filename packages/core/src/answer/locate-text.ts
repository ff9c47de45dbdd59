import type { Chunk } from '../spec/chunk.ts';

/** Letters and digits of the page in order, each with its offset in the page's text. */
interface Letters {
  readonly text: string;
  readonly offsets: readonly number[];
}

const LETTER = /[\p{L}\p{N}]/u;

function lettersOf(text: string, offset: number, into: { text: string; offsets: number[] }): void {
  let at = 0;
  for (const character of text) {
    if (LETTER.test(character)) {
      const lower = character.toLowerCase();
      into.text += lower;
      for (let unit = 0; unit < lower.length; unit++) into.offsets.push(offset + at);
    }
    at += character.length;
  }
}

/** Only spans count: list markers and table bars are ours, a reader cannot have marked them. */
function pageLetters(chunks: readonly Chunk[]): Letters {
  const letters = { text: '', offsets: [] as number[] };
  let reached = -1;
  for (const chunk of chunks) {
    for (const span of chunk.spans) {
      const start = Math.max(chunk.start + span.start, reached);
      const end = chunk.start + span.end;
      if (end <= start) continue;
      lettersOf(chunk.text.slice(start - chunk.start, end - chunk.start), start, letters);
      reached = end;
    }
  }
  return letters;
}

/**
 * Finds text that a reader marked in the browser among the chunks of one page, whatever white space, punctuation and list
 * markers the browser put in between. Offsets in the page's text, end exclusive; `undefined` when it is not there.
 */
export function locateText(chunks: readonly Chunk[], text: string): { start: number; end: number } | undefined {
  const wanted = { text: '', offsets: [] as number[] };
  lettersOf(text, 0, wanted);
  if (wanted.text === '') return undefined;
  const page = pageLetters(chunks);
  const place = page.text.indexOf(wanted.text);
  if (place < 0) return undefined;
  const start = page.offsets[place]!;
  const end = page.offsets[place + wanted.text.length - 1]! + 1;
  return {
    start: start - edge(chunks, start, LEADING.exec(text)?.[0] ?? '', -1),
    end: end + edge(chunks, end, TRAILING.exec(text)?.[0] ?? '', 1),
  };
}

const LEADING = /^\s*([^\p{L}\p{N}\s]+)/u;
const TRAILING = /([^\p{L}\p{N}\s]+)\s*$/u;

/** How many of the signs that the selection begins or ends with stand there on the page too: a full stop belongs to its sentence. */
function edge(chunks: readonly Chunk[], at: number, signs: string, direction: 1 | -1): number {
  const wanted = signs.trim();
  const chunk = chunks.find(({ start, end }) => (direction === 1 ? start <= at && at < end : start < at && at <= end));
  if (chunk === undefined || wanted === '') return 0;
  const from = at - chunk.start;
  const there =
    direction === 1
      ? chunk.text.slice(from, from + wanted.length)
      : chunk.text.slice(Math.max(0, from - wanted.length), from);
  return there === wanted ? wanted.length : 0;
}
