/** reStructuredText in a MyST page, as the Markdown that is read here. */
import { dedented, indentOf } from './fences.ts';

const DIRECTIVE = /^[ \t]*\.\.[ \t]+([a-z][\w:.-]*)::[ \t]*(.*)$/iu;
const OPTION = /^[ \t]*:[\w-]+:(?:[ \t].*)?$/u;
/** `click:example` and its like are code that a page shows, as `code-block` is. */
const CODE = /^(?:code|code-block|sourcecode|parsed-literal|prompt|(?:[\w-]+:)?example)$/u;
const BOX = /^(?:note|tip|hint|important|warning|caution|danger|error|attention|seealso)$/u;
/** Directives whose content appears on the page as it is. */
const UNBOXED = /^(?:tabs|tab|group-tab|tab-set|tab-item|container|rst-class|topic)$/u;
/** Notes about versions, with the words that Sphinx puts before the version. */
const VERSIONS: ReadonlyMap<string, string> = new Map([
  ['deprecated', 'Deprecated since'],
  ['versionadded', 'Added in'],
  ['versionchanged', 'Changed in'],
  ['versionremoved', 'Removed in'],
]);
const TITLED = /^(?:group-tab|tab|tab-item|topic)$/u;
const HIDDEN = /^[ \t]*\.\.(?:[ \t].*)?$/u;
const LITERAL = /^(.*\S)?::[ \t]*$/u;
const ROLE = /:[a-z][\w:.+-]{0,40}:`([^`]+)`/giu;
/** Content nested deeper is left out. */
const DEEPEST = 8;

/** Lines of the block as lines of Markdown: code in fences, notes as containers, paragraphs; nothing of what Sphinx makes from source code or from running code. */
export function rstToMarkdown(lines: readonly string[], depth = 0): readonly string[] {
  if (depth > DEEPEST) return [];
  const out: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const directive = DIRECTIVE.exec(line);
    if (directive !== null) {
      const end = endOfBody(lines, at + 1, indentOf(line));
      out.push('', ...directiveLines(directive, lines.slice(at + 1, end), depth), '');
      at = end - 1;
    } else if (HIDDEN.test(line)) {
      at = endOfBody(lines, at + 1, indentOf(line)) - 1;
    } else if (LITERAL.test(line)) {
      const end = endOfBody(lines, at + 1, indentOf(line));
      const lead = LITERAL.exec(line)![1];
      out.push(...(lead === undefined ? [] : [`${shown(lead)}:`]), '', ...fenced('', lines.slice(at + 1, end)), '');
      at = end - 1;
    } else out.push(shown(line));
  }
  return out;
}

function directiveLines(
  [, name = '', argument = '']: RegExpExecArray,
  body: readonly string[],
  depth: number,
): readonly string[] {
  const kind = name.toLowerCase();
  const held = trimmed(body);
  while (held[0] !== undefined && OPTION.test(held[0])) held.shift();
  if (CODE.test(kind)) return fenced(argument.split(/\s/u, 1)[0]!, held);
  const note = versionNote(kind, shown(argument), held.length === 0);
  if (note !== undefined) return [note, ...rstToMarkdown(held, depth + 1)];
  // The label of a tab, the title of a topic.
  const title = TITLED.test(kind) && argument !== '' ? [shown(argument), ''] : [];
  if (UNBOXED.test(kind)) return [...title, ...rstToMarkdown(held, depth + 1)];
  if (!BOX.test(kind)) return [];
  const first = argument === '' ? [] : [shown(argument)];
  return [`:::${kind}`, ...first, ...rstToMarkdown(held, depth + 1), ':::'];
}

/** First line of a note about a version, whose argument is the version and may go on with text; `undefined` for other directives. */
export function versionNote(name: string, argument: string, isEmpty: boolean): string | undefined {
  const words = VERSIONS.get(name);
  const [, version, text = ''] = /^(\S+)\s*(.*)$/u.exec(argument.trim()) ?? [];
  if (words === undefined || version === undefined) return undefined;
  return `${words} version ${version}${text === '' && isEmpty ? '.' : `: ${text}`}`;
}

function fenced(language: string, body: readonly string[]): readonly string[] {
  const code = trimmed(body);
  return code.length === 0 ? [] : [`\`\`\`${language}`, ...code, '```'];
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

/** Without blank lines around them, and without the indent that all have. */
function trimmed(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  return first < 0 ? [] : dedented(lines.slice(first, lines.findLastIndex((line) => line.trim() !== '') + 1));
}

/** Roles as the text that they show. */
function shown(line: string): string {
  return line.replace(ROLE, (_, held: string) => {
    const target = held.endsWith('>') ? held.lastIndexOf('<') : -1;
    return `\`${(target > 0 ? held.slice(0, target) : held).trim().replace(/^~/u, '')}\``;
  });
}
