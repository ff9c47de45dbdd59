import { urlOf, type Trap } from './read-traps.ts';
import type { ShownExcerpt } from './shown-excerpts.ts';

/**
 * `misleading`: words of the trap without their context; `with context`: with it; `right`: a right answer without words of the trap;
 * `other`: an answer that has neither; `refused`: no answer.
 */
export type TrapVerdict = 'misleading' | 'with context' | 'right' | 'other' | 'refused';

/** Judges what is shown. Excerpts of other pages may use the same words in another sense, so they count for right answers alone. */
export function judgeTrap(trap: Trap, excerpts: readonly ShownExcerpt[]): TrapVerdict {
  if (excerpts.length === 0) return 'refused';
  const url = urlOf(trap);
  const planted = excerpts.filter((excerpt) => excerpt.url === url && shows(excerpt.text, trap.misleading));
  if (planted.some((excerpt) => !hasContext(trap, excerpt))) return 'misleading';
  if (planted.length > 0) return 'with context';
  return showsRight(trap, excerpts) ? 'right' : 'other';
}

/** Whether a right answer is among what is shown; `false` where the pages have none. */
export function showsRight({ right = [] }: Trap, excerpts: readonly ShownExcerpt[]): boolean {
  return excerpts.some(({ text }) => shows(text, right));
}

/** Whether the headings above the excerpts are all that keeps them from misleading. */
export function hangsOnHeadings(trap: Trap, excerpts: readonly ShownExcerpt[]): boolean {
  const bare = excerpts.map((excerpt) => ({ ...excerpt, head: '' }));
  return judgeTrap(trap, excerpts) === 'with context' && judgeTrap(trap, bare) === 'misleading';
}

/** Wordings of the context may hold the borders of cells, which say what column a cell stands in. */
function hasContext({ context }: Trap, { head, text }: ShownExcerpt): boolean {
  const plain = plainText(`${head}\n${text}`);
  return (
    context.length > 0 && context.every((wordings) => wordings.some((wording) => holds(plain, plainText(wording))))
  );
}

/** Whether one of the wordings stands in a text, wherever the borders of cells are. */
function shows(text: string, wordings: readonly string[]): boolean {
  const plain = withoutCells(plainText(text));
  return wordings.some((wording) => holds(plain, withoutCells(plainText(wording))));
}

function withoutCells(plain: string): string {
  return plain.replace(/[ |]+/gu, ' ').trim();
}

/** Whether `words` stand in `text` by themselves: not inside a longer word, nor as the end of a longer number. */
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

/** Lower case without white space that differs, signs of Markdown other than the borders of cells, and quotation marks. */
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
