import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const SPACE = String.raw`(?:\s|/\*[\s\S]*?\*/)`;
/** In order: a string; the end of a block with a preceding `;`; a sign without space around it; a sign without space after it; other space. */
const TOKEN = [
  String.raw`("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')`,
  `${SPACE}*(?:;${SPACE}*)?(\\})${SPACE}*`,
  `${SPACE}*([{;,>])${SPACE}*`,
  `(:)${SPACE}+`,
  `${SPACE}+`,
];
const PATTERN = new RegExp(TOKEN.join('|'), 'gu');

/** Reads a style sheet and replaces each import by the imported style sheet. */
export async function readCss(file: string): Promise<string> {
  const parts = (await readFile(file, 'utf8')).split(/^@import '(.+)';$/mu);
  // Every second part is the path of an import.
  const read = parts.map((part, index) => (index % 2 === 0 ? part : readCss(join(dirname(file), part))));
  return (await Promise.all(read)).join('');
}

/** Removes comments and unneeded white space from a style sheet. Strings are unchanged. */
export function shortenCss(css: string): string {
  return css
    .replace(PATTERN, (_, ...[text, end, sign, colon]: (string | undefined)[]) => text ?? end ?? sign ?? colon ?? ' ')
    .trim();
}
