/** Texts of pages and models within Markdown: shown by a renderer, they are what they were, and make no link, picture, HTML or block. */

/** Addresses, which many renderers turn into links by themselves, also behind digits and letters of other scripts. Bounded, so that no text takes long to match. */
const ADDRESS = /(?<![a-z])(?:[a-z][a-z0-9+.-]{0,30}:\/\/|www\.)[^\s`|]+|[^\s`@|]{1,64}@[^\s`@|]+/giu;
/** Signs that can begin or end markup anywhere in a line. A name with inner underscores is left unchanged. */
const MARKUP = /([\p{L}\p{N}](?:_+[\p{L}\p{N}])+)|[\\`*_[\]<~]|&(?=#?\w{1,40};)/gu;
/** Signs that begin a block at the start of a line, after any spaces. */
const BEGINS_BLOCK = /^(\s*)(?:([-+](?=[\s-]|$)|[=#>]|:(?=::))|(\d{1,9})([.)])(?=\s|$))/u;

/** Escapes text as one line. Addresses become code. */
export function escapeMarkdown(text: string): string {
  const line = oneLine(text);
  let escaped = '';
  let from = 0;
  for (const { 0: address, index } of line.matchAll(ADDRESS)) {
    escaped = joinMarkdown(escaped + escapeSigns(line.slice(from, index)), `\`${address}\``);
    from = index + address.length;
  }
  return (escaped + escapeSigns(line.slice(from))).replace(BEGINS_BLOCK, '$1$3\\$2$4');
}

function escapeSigns(text: string): string {
  return text.replace(MARKUP, (found, name?: string) => name ?? `\\${found}`);
}

/** A space keeps the backticks of two pieces apart: together they would end neither. */
export function joinMarkdown(before: string, piece: string): string {
  return before + (before.endsWith('`') && piece.startsWith('`') ? ' ' : '') + piece;
}

/** Writes code within a line. */
export function inlineCode(code: string): string {
  const text = oneLine(code);
  const fence = fenceOf(text, 1);
  const pad = /^`|`$/u.test(text) ? ' ' : '';
  return fence + pad + text + pad + fence;
}

/** Writes a block of code as lines. */
export function fencedCode(code: string, language: string): readonly string[] {
  const fence = fenceOf(code, 3);
  return [fence + language.replace(/[^\w+#.-]/gu, ''), ...code.split(/\r\n?|\n/u), fence];
}

/** Longer than any run of backticks in the code, so that the code cannot end it. */
function fenceOf(code: string, least: number): string {
  let fence = '`'.repeat(least);
  for (const [run] of code.matchAll(/`+/gu)) if (run.length >= fence.length) fence = `${run}\``;
  return fence;
}

/** Replaces line breaks, which would begin a new block, by spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, (space) => (/[\n\r\u2028\u2029]/u.test(space) ? ' ' : space));
}
