/** Raw HTML and tables as kramdown and Python-Markdown read them. */
import { BLOCK_TAGS } from '../html/page-reading.ts';
import { CODE_SPAN, codeBorders, codeLines, columnsOf, dedented, INDENT } from './fences.ts';

/** https://kramdown.gettalong.org/syntax.html#html-blocks, https://python-markdown.github.io/extensions/md_in_html/. */
const MARKDOWN_ELEMENT =
  /(<([a-z][a-z\d]*)(?=\s)[^<>]{0,300}?\smarkdown(?:=["']?(?:1|block|span)["']?)?(?:\s[^<>]{0,300})?>)((?:(?!<\/?\2\b)[^]){1,5000})(?=<\/\2>)/gi;
const BEGINNING = /^( {0,3})<([a-z][a-z\d]*)\b/i;
const TAG = /<(\/?)([a-z][a-z\d]*)\b/gi;
const BORDER = /^(?=[^|]*\|)(?=[^-]*-)[ \t|:-]+$/;
/** In place of a blank line, which would end an element. */
const BLANK = '<!---->';

/**
 * Writes elements so that CommonMark reads them as these do: they go on over blank lines to their last tag, indented lines in them are no
 * code, and Markdown in those that say so loses its indent. Text without indent behind a blank line stays Markdown, as it is on GitHub.
 */
export function closeRawHtml(source: string): string {
  if (!/^ {0,3}<[a-z]/im.test(source)) return source;
  const isCodeAt = codeBorders(source);
  const text = source.replace(MARKDOWN_ELEMENT, (whole, tag: string, _, content: string, at: number) => {
    const [first = '', ...others] = content.split('\n');
    return isCodeAt(at) ? whole : [tag, '', first.trim(), ...dedented(others), '', ''].join('\n');
  });
  const lines = text.split('\n');
  const isCode = codeLines(lines);
  const lastAt = new Map<string, number>();
  for (const [at, line] of lines.entries()) for (const [name, by] of tagsIn(line)) if (by < 0) lastAt.set(name, at);
  const out: string[] = [];
  let open = '';
  let lead = '';
  let depth = 0;
  /** False between a blank line before Markdown and the next tag. */
  let isRaw = false;
  for (const [at, line] of lines.entries()) {
    const [, indent = '', tag = ''] = (depth === 0 && BEGINNING.exec(line)) || [];
    const name = tag.toLowerCase();
    if (!isCode[at] && BLOCK_TAGS.has(name) && lastAt.get(name)! >= at) [open, lead, isRaw] = [name, indent, true];
    else if (depth === 0 || isCode[at] || line.trim() === '') {
      out.push(line);
      continue;
    }
    const isFar = columnsOf(line) >= INDENT;
    if (!isFar) isRaw = /^\s*</.test(line) || (isRaw && out.at(-1)!.trim() !== '');
    if (isFar && isRaw) {
      for (let blank = out.length - 1; out[blank]?.trim() === ''; blank--) out[blank] = lead + BLANK;
      out.push(lead + line.trimStart());
    } else out.push(line);
    for (const [inner, by] of tagsIn(line)) if (inner === open) depth = Math.max(0, inner === 'p' ? by : depth + by);
  }
  return out.join('\n');
}

/** Code in the rows of tables with its `|`, which do not part cells there, escaped as GitHub wants it. */
export function escapePipes(source: string): string {
  if (!source.includes('|')) return source;
  const lines = source.split('\n');
  const isCode = codeLines(lines);
  let isTable = false;
  return lines
    .map((line, at) => {
      isTable = !isCode[at] && line.includes('|') && (isTable || BORDER.test(lines[at + 1] ?? ''));
      return isTable ? line.replace(CODE_SPAN, (code) => code.replace(/(?<!\\)\|/g, String.raw`\|`)) : line;
    })
    .join('\n');
}

/** Names of tags, with 1 for those that begin an element and -1 for those that end one. */
function tagsIn(line: string): [name: string, by: number][] {
  return [...line.matchAll(TAG)].map(([, slash, name = '']) => [name.toLowerCase(), slash === '' ? 1 : -1]);
}
