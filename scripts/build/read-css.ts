import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const SPACE = String.raw`(?:\s|/\*[\s\S]*?\*/)`;
/** A string; the end of a block, with the `;` before it; a sign that needs no space around it; one that needs none behind it; other space. */
const TOKEN = [
  String.raw`("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')`,
  `${SPACE}*(?:;${SPACE}*)?(\\})${SPACE}*`,
  `${SPACE}*([{;,])${SPACE}*`,
  `(:)${SPACE}+`,
  `${SPACE}+`,
];
const PATTERN = new RegExp(TOKEN.join('|'), 'gu');

/** A style sheet with those that it imports in their places. */
export async function readCss(file: string): Promise<string> {
  const parts = (await readFile(file, 'utf8')).split(/^@import '(.+)';$/mu);
  // Every second part is what an import names.
  const read = parts.map((part, index) => (index % 2 === 0 ? part : readCss(join(dirname(file), part))));
  return (await Promise.all(read)).join('');
}

/** The same style sheet without comments, which count as space, and without needless space. Strings are kept as they are. */
export function shortenCss(css: string): string {
  return css
    .replace(PATTERN, (_, ...[text, end, sign, colon]: (string | undefined)[]) => text ?? end ?? sign ?? colon ?? ' ')
    .trim();
}
