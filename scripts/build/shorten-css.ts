/** The same style sheet without comments and needless space. Strings are kept as they are. */
export function shortenCss(css: string): string {
  return css.replace(TOKEN, (_, text?: string, sign?: string) => text ?? sign ?? ' ').trim();
}

/** A string; a sign that needs no space around it, with all that is around it; other space. Comments count as space. */
const TOKEN =
  /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?:\s|\/\*[\s\S]*?\*\/)*([{};,])(?:\s|\/\*[\s\S]*?\*\/)*|(?:\s|\/\*[\s\S]*?\*\/)+/gu;
