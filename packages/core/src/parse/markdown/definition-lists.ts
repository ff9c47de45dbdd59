/**
 * Definition lists of PHP Markdown Extra, which Hugo (https://gohugo.io/configuration/markup/#definitionlist), kramdown and the `def_list`
 * of Python-Markdown read: terms on lines of their own, `: ` before each definition. They become elements.
 */
import { codeLines, indentOf } from './fences.ts';

/** One may be empty: a tag that shows nothing stood there. */
const DEFINITION = /^ {0,3}:(?:[ \t]{1,4}(?=\S)|[ \t]*$)/;
const DEFINITIONS = /^ {0,3}:[ \t]+\S/m;
/** Lines of other blocks, marks below headings, targets of links, and indented code. */
const NO_TERM =
  /^(?: {4}|\t|[ \t]*(?:$|=+[ \t]*$|-{2,}[ \t]*$|\[[^\]]+\]:|#{1,6}[ \t]|[>|<:]|[-*+][ \t]|\d{1,9}[.)][ \t]|`{3}|~{3}))/;
/** Spaces before what goes on with a definition after a blank line. */
const LEAST_INDENT = 2;
/** Lines of terms that a blank line may part from their definition. */
const MOST_LOOSE_TERMS = 2;
const MOST_TERMS = 20;

/** Text without definitions comes back as it is. */
export function withDefinitionLists(text: string): string {
  if (!DEFINITIONS.test(text)) return text;
  const lines = text.split('\n');
  const isCode = codeLines(lines);
  const out: string[] = [];
  let isOpen = false;

  for (let at = 0; at < lines.length;) {
    const from = at;
    while (at < lines.length && !isCode[at] && !NO_TERM.test(lines[at]!)) at++;
    const terms = lines.slice(from, at);
    const isLoose = lines[at] === '' && terms.length <= MOST_LOOSE_TERMS;
    const first = isLoose ? at + 1 : at;
    if (terms.length > 0 && terms.length <= MOST_TERMS && isCode[first] === false && DEFINITION.test(lines[first]!)) {
      if (!isOpen) out.push('', '<dl>');
      isOpen = true;
      out.push(terms.map((term) => element('dt', [term])).join('\n'));
      at = first;
      while (at < lines.length && !isCode[at] && DEFINITION.test(lines[at]!)) {
        const end = endOfDefinition(lines, isCode, at);
        const indent = DEFINITION.exec(lines[at]!)![0].length;
        const body = lines.slice(at + 1, end).map((line) => line.slice(Math.min(indentOf(line), indent)));
        out.push(element('dd', [lines[at]!.slice(indent), ...body]));
        at = end;
      }
      continue;
    }
    const shown = terms.length > 0 ? terms : [lines[at++]!];
    if (isOpen && shown[0]!.trim() !== '') {
      out.push('</dl>', '');
      isOpen = false;
    }
    out.push(shown.join('\n'));
  }
  return [...out, ...(isOpen ? ['</dl>'] : [])].join('\n');
}

/** Past the lines of one definition, blank lines after it included if another one of the same term follows. */
function endOfDefinition(lines: readonly string[], isCode: readonly boolean[], start: number): number {
  let end = start + 1;
  for (let at = end; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.trim() === '') continue;
    const isNext = !isCode[at] && DEFINITION.test(line);
    if (isNext) return at;
    const isHeld = indentOf(line) >= LEAST_INDENT || (isCode[at] && isCode[at - 1] && end === at);
    const isLazy = end === at && !isCode[at] && !NO_TERM.test(line);
    if (!isHeld && !isLazy) break;
    end = at + 1;
  }
  return end;
}

/** Blank lines around the content let it be read as Markdown. */
function element(name: string, content: readonly string[]): string {
  return [`<${name}>`, '', ...content, '', `</${name}>`].join('\n');
}
