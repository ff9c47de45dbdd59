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

/** The same style sheet without comments, which count as space, and without needless space. Strings are kept as they are. */
export function shortenCss(css: string): string {
  return css
    .replace(PATTERN, (_, ...[text, end, sign, colon]: (string | undefined)[]) => text ?? end ?? sign ?? colon ?? ' ')
    .trim();
}
