import type { Passage } from '../types/answer.ts';
import { type QuoteRange, findQuote } from './find-quote.ts';
import { type Place, plainText, readPassage } from './read-passage.ts';
import { readWords } from './words.ts';

/** Characters of a prompt before a command. */
const PROMPT = /^(?:\$|>|PS>|#)\s+/u;

/**
 * Finds code in a passage: whole consecutive lines in one block. White space at line ends and the common indentation may differ. A single
 * line may also be part of a sentence without negation.
 */
export function findCode(code: string, passage: Passage): QuoteRange | undefined {
  const wanted = outdent(code);
  if (wanted.length === 0) return undefined;
  const { text } = passage.chunk;
  const { places, plain } = readPassage(passage);
  for (let first = 0; first + wanted.length <= places.length; first += 1) {
    const block = places.slice(first, first + wanted.length);
    if (block.every(isCode) && isSame(wanted, block, text)) return { start: block[0]!.start, end: block.at(-1)!.end };
  }
  if (wanted.length > 1) return undefined;
  const said = plainText(wanted[0]!);
  for (const [index, { kind, start, end }] of places.entries()) {
    if (kind === 'code' || !plain[index]!.includes(said)) continue;
    const range = findQuote(text, wanted[0]!, { start, end });
    const denies = readWords(text.slice(start, end)).some((word) => word.kind === 'negator');
    if (range !== undefined && !denies && standsFree(text, range)) return range;
  }
  return undefined;
}

function isCode({ kind }: Place): boolean {
  return kind === 'code';
}

function isSame(wanted: readonly string[], block: readonly Place[], text: string): boolean {
  const first = indentAt(text, block[0]!.start) - indentOf(wanted[0]!);
  return block.every(({ start, end }, line) => {
    const there = text.slice(start, end);
    const said = wanted[line]!.trim();
    const bare = there === said || (line === 0 && block.length === 1 && there.replace(PROMPT, '') === said);
    return bare && indentAt(text, start) - indentOf(wanted[line]!) === first;
  });
}

/** Returns the non-blank lines, without white space at their ends. */
function outdent(code: string): string[] {
  return code
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function indentAt(text: string, start: number): number {
  return start - (text.lastIndexOf('\n', start - 1) + 1);
}

/** True if the range is not part of a longer word. */
export function standsFree(text: string, { start, end }: QuoteRange): boolean {
  return (
    !/[\p{L}\p{N}_$@/-]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
    !/^(?:[\p{L}\p{N}_/]|[-.=:][\p{L}\p{N}_])/u.test(text.slice(end, end + 2))
  );
}
