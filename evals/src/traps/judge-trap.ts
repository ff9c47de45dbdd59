import { urlOf, type Trap } from './read-traps.ts';
import type { ShownExcerpt } from './shown-excerpts.ts';

/**
 * `misleading`: words of the trap without their context; `with context`: with it; `right`: a right answer without words of the trap;
 * `other`: an answer with neither; `refused`: no answer.
 */
export type TrapVerdict = 'misleading' | 'with context' | 'right' | 'other' | 'refused';

/** Judges the shown excerpts. Other pages may use the trap's words in another sense, so their excerpts count only for right answers. */
export function judgeTrap(trap: Trap, excerpts: readonly ShownExcerpt[]): TrapVerdict {
  if (excerpts.length === 0) return 'refused';
  const url = urlOf(trap);
  const planted = excerpts.filter((excerpt) => excerpt.url === url && shows(excerpt.text, trap.misleading));
  if (planted.some((excerpt) => !hasContext(trap, excerpt))) return 'misleading';
  if (planted.length > 0) return 'with context';
  return showsRight(trap, excerpts) ? 'right' : 'other';
}

/** True if a right answer is shown; false if the pages have none. */
export function showsRight({ right = [] }: Trap, excerpts: readonly ShownExcerpt[]): boolean {
  return excerpts.some(({ text }) => shows(text, right));
}

/** True if only the headings above the excerpts keep them from misleading. */
export function hangsOnHeadings(trap: Trap, excerpts: readonly ShownExcerpt[]): boolean {
  const bare = excerpts.map((excerpt) => ({ ...excerpt, head: '' }));
  return judgeTrap(trap, excerpts) === 'with context' && judgeTrap(trap, bare) === 'misleading';
}

/** Context wordings may contain cell borders, which show the column of a cell. */
function hasContext({ context }: Trap, { head, text }: ShownExcerpt): boolean {
  const plain = plainText(`${head}\n${text}`);
  return (
    context.length > 0 && context.every((wordings) => wordings.some((wording) => holds(plain, plainText(wording))))
  );
}

/** True if the text contains one of the wordings, ignoring cell borders. */
function shows(text: string, wordings: readonly string[]): boolean {
  const plain = withoutCells(plainText(text));
  return wordings.some((wording) => holds(plain, withoutCells(plainText(wording))));
}

function withoutCells(plain: string): string {
  return plain.replace(/[ |]+/gu, ' ').trim();
}

/** True if `text` contains `words` as whole words: not inside a longer word, nor as the end of a longer number. */
export function holds(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + words.length, at + words.length + 1);
    const cutsBefore = /^[\p{L}\p{N}]/u.test(words) && /[\p{L}\p{N}]$|\p{N}[.,]$/u.test(before);
    const cutsAfter = /[\p{L}\p{N}]$/u.test(words) && /^[\p{L}\p{N}]/u.test(after);
    if (!cutsBefore && !cutsAfter) return true;
  }
  return false;
}

/** Lower-case text with uniform white space, without quotation marks and without Markdown signs except cell borders. */
export function plainText(text: string): string {
  return text
    .replace(/[‘’]/gu, "'")
    .replace(/^[ \t]*(?:>[ \t]*)+|^#+ /gmu, '')
    .replace(/[*_`~"“”]/gu, '')
    .replace(/\s*\|\s*/gu, ' | ')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}
