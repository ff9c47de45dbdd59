import type { Chunk } from '../types/chunk.ts';
import { countTokens } from './count-tokens.ts';
import { bodyText } from './body-text.ts';

/** Room for title and headings beside a full chunk under an embedding model's limit of 512. */
const CONTEXT_TOKENS = 100;
/** Half a character, or white space, left by a cut. */
const CUT_TAIL = /[\ud800-\udbff\s]+$/;

/**
 * What embedders read of a chunk: `heading` is title and headings, one per line, `passage` the same with the chunk's words.
 * Markers and fences are left out. Where title and headings are overlong, the outermost headings go first, then words.
 */
export function embedTexts(chunk: Chunk): { readonly passage: string; readonly heading: string } {
  const heading = fittingContext(chunk.title, chunk.headings);
  return { passage: `${heading}\n${bodyText(chunk)}`, heading };
}

function fittingContext(title: string, headings: readonly string[]): string {
  const lines = [title, ...headings];
  while (lines.length > 2 && !fits(lines.join('\n'))) lines.splice(1, 1);
  let context = lines.join('\n');
  while (!fits(context)) context = context.slice(0, Math.floor(context.length * 0.9)).replace(CUT_TAIL, '');
  return context;
}

/** A token is at least one byte, and a UTF-16 unit at most three. */
function fits(context: string): boolean {
  return context.length * 3 <= CONTEXT_TOKENS || countTokens(context) <= CONTEXT_TOKENS;
}
