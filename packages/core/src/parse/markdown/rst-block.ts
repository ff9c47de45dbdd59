/** reStructuredText in a MyST page, as MyST. */
import { dedented, indentOf } from './fences.ts';

const DIRECTIVE = /^[ \t]*\.\.[ \t]+([a-z][\w:.-]*)::[ \t]*(.*)$/iu;
/** `click:example` and its like are code that a page shows, as `code-block` is. */
const CODE = /^(?:code|code-block|sourcecode|parsed-literal|prompt|(?:[\w-]+:)?example)$/iu;
const BOX = /^(?:note|tip|hint|important|warning|caution|danger|error|attention|seealso)$/iu;
/** Other directives whose content appears on the page. */
const SHOWN =
  /^(?:tabs|(?:group-)?tab|tab-set|tab-item|container|topic|deprecated|versionadded|versionchanged|versionremoved)$/iu;
/** Notes about versions, with the words that Sphinx puts before the version. */
const VERSIONS: ReadonlyMap<string, string> = new Map([
  ['deprecated', 'Deprecated since'],
  ['versionadded', 'Added in'],
  ['versionchanged', 'Changed in'],
  ['versionremoved', 'Removed in'],
]);
const HIDDEN = /^[ \t]*\.\.(?:[ \t].*)?$/u;
const LITERAL = /^(.*\S)?::[ \t]*$/u;
/** Content nested deeper is left out. */
const DEEPEST = 8;

/** Lines of the block as lines of MyST, without what Sphinx makes from source code or from running code. */
export function rstToMyst(lines: readonly string[], depth = 0): readonly string[] {
  if (depth > DEEPEST) return [];
  const fence = '`'.repeat(DEEPEST + 3 - depth);
  const out: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const [, name, argument = ''] = DIRECTIVE.exec(line) ?? [];
    const isLiteral = !HIDDEN.test(line) && LITERAL.test(line);
    if (!isLiteral && !HIDDEN.test(line)) {
      out.push(line);
      continue;
    }
    const end = endOfBody(lines, at + 1, indentOf(line));
    const body = dedented(lines.slice(at + 1, end));
    while (body[0]?.trim() === '') body.shift();
    at = end - 1;
    if (isLiteral) out.push(line.replace(/:?[ \t]*$/u, '').replace(/^:$/u, ''), '', fence, ...body, fence, '');
    else if (name === undefined) continue;
    else if (CODE.test(name)) out.push('', `${fence}{code-block} ${argument}`, ...body, fence, '');
    else if (BOX.test(name) || SHOWN.test(name)) {
      // The text behind the name of a box is its first.
      const [title, first] = BOX.test(name) && argument !== '' ? ['', [argument]] : [argument, []];
      const directive = name.replace(/^(?:group-)?tab$/iu, 'tab-item');
      out.push('', `${fence}{${directive}} ${title}`, ...first, ...rstToMyst(body, depth + 1), fence, '');
    }
  }
  return out;
}

/** First line of a note about a version, whose argument is the version and may go on with text; `undefined` for other directives. */
export function versionNote(name: string, argument: string, isEmpty: boolean): string | undefined {
  const words = VERSIONS.get(name);
  const [, version, text = ''] = /^(\S+)\s*(.*)$/u.exec(argument.trim()) ?? [];
  if (words === undefined || version === undefined) return undefined;
  return `${words} version ${version}${text === '' && isEmpty ? '.' : `: ${text}`}`;
}

/** Past the lines that are indented further, and blank ones between them. */
function endOfBody(lines: readonly string[], from: number, indent: number): number {
  let end = from;
  for (let at = from; at < lines.length; at++) {
    if (lines[at]!.trim() === '') continue;
    if (indentOf(lines[at]!) <= indent) break;
    end = at + 1;
  }
  return end;
}
