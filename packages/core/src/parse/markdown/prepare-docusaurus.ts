/**
 * The rewriting that Docusaurus does on the text of a page before MDX sees it: titles of admonitions become directive labels,
 * explicit heading ids are escaped so that they are no expressions, and fences named `mdx-code-block` are opened.
 */
export function prepareDocusaurus(text: string): string {
  return text
    .replace(MDX_CODE_BLOCK, (_whole, _ticks: string, inner: string) => inner)
    .replace(ADMONITION, (_whole, lead: string, directive: string, title: string) => {
      const attributes = /(\{[^}]*\})\s{0,9}$/.exec(title);
      const shown = attributes === null ? title.trim() : title.slice(0, attributes.index).trim();
      const rest = attributes?.[1] ?? '';
      return shown === '' ? `${lead}${directive}${rest}` : `${lead}${directive}[${escapeBrackets(shown)}]${rest}`;
    })
    .replace(HEADING, (line) => line.replace('{#', String.raw`\{#`).replace(String.raw`\\{#`, String.raw`\{#`));
}

const MDX_CODE_BLOCK = /^[ \t]*(`{3,})mdx-code-block[ \t]*\r?\n([\s\S]*?)\r?\n[ \t]*\1[ \t]*$/gm;
const ADMONITION = /^((?:> *)*[ \t]*)(:{3,}[A-Za-z][\w-]*)[ \t]+([^\r\n]+)$/gm;
const HEADING = /^[ \t]{0,3}#{1,6}(?!#).*/gm;

/** A label ends at the first unbalanced `]`. */
function escapeBrackets(title: string): string {
  let depth = 0;
  for (const character of title) {
    if (character === '[') depth += 1;
    if (character === ']') depth -= 1;
    if (depth < 0) break;
  }
  return depth === 0 ? title : title.replace(/[[\]]/g, String.raw`\$&`);
}
