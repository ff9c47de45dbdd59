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
  return { start: page.offsets[place]!, end: page.offsets[place + wanted.text.length - 1]! + 1 };
}
