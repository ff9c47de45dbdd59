/** One word of a text. Names and identifiers are kept whole: `v1.2`, `--dry-run`, `node:fs`, `C++`, `user's`. */
export interface Word {
  readonly text: string;
  readonly lower: string;
  /** Offset in UTF-16 units; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Separator before the word: space or brackets, a comma or similar, or the end of a sentence. */
  readonly border: 'none' | 'clause' | 'sentence';
}

const WORD = /(?:--?|[.@/$])?[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_]|[-.'’:/@+#](?=[\p{L}\p{N}_]))*(?:\+\+|#)?/gu;
const LONGEST_WORD = 80;

function borderOf(between: string): Word['border'] {
  if (/[.!?…\n]/u.test(between)) return 'sentence';
  return /[,;:–—]|\s-\s/u.test(between) ? 'clause' : 'none';
}

/** Returns the words of a text in order. Runs of more than 80 characters are data and are left out. */
export function readWords(text: string): readonly Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    const raw = match[0];
    if (raw.length > LONGEST_WORD) continue;
    const border = words.length === 0 ? 'sentence' : borderOf(text.slice(end, match.index));
    const start = match.index;
    end = start + raw.length;
    words.push({ text: raw, lower: raw.toLowerCase().replaceAll('’', "'"), start, end, border });
  }
  return words;
}
