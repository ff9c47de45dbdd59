/**
 * Template tags in Markdown, as what they show: Liquid of Jekyll (https://jekyllrb.com/docs/liquid/) and GitBook, shortcodes of Hugo
 * (https://gohugo.io/content-management/shortcodes/), values of VitePress and of MkDocs' macros. Boxes, tabs and code become Markdown; what
 * only the build knows is left out, or `…` within a sentence.
 */
import { codeLines, indentedCode } from './fences.ts';
import { container } from './prepare.ts';

/** Code and formulas in a line, which keep their tags; `{{< … >}}` and `{{% … %}}`; `{% … %}`; `{{ … }}`. */
const TAG =
  /(?<!`)(`+)(?!`)(?:[^\n]|\n(?![ \t]*\n)){1,300}?(?<!`)\1(?!`)|(<code\b[^<>\n]{0,100}>[^<\n]{0,300}<\/code>|(?<![\w$\\])\$(?:\$[^$\n]{1,300}\$\$|(?=[^\s$])[^$\n]{1,300}[^\s$]\$(?![\w$])))|\{\{[<%]((?:[^{}\n]|\n(?![ \t]*\n)){1,2000}?)[>%]\}\}|\{%-?((?:[^{}\n]|\{\{[^{}\n]*\}\}|\n(?![ \t]*\n)){1,2000}?)-?%\}|\{\{((?:[^{}\n]|\n(?![ \t]*(?:\n|#|[-*+] |\d+[.)] |[`~]{3}))){1,2000})\}\}/gu;
const ARGUMENT = /(?:([\w-]+)\s*=\s*)?(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`=]+))/gu;
/** Text that the page shows elsewhere, or once for each of what only the build knows. */
const UNSHOWN = /^(?:for|tablerow|capture|comment)$/u;
const TAB = /^tab(?:-?(?:item|content))?$/u;
const FOLDED = /^(?:details|expand|expandable|collapse|accordion)$/u;
/** Braces of other languages, which no generator of Markdown fills: Go templates, alerts of Prometheus, Handlebars, objects, C++. */
const FOREIGN =
  /^-?\s*(?:[.#/>^]|\$(?:labels|values?|external(?:Labels|URL))\b|(?:range|if|with|define|template|block)\s+[\w.$"(]|(?:else|end)\s*-?$|["']?[\w-]+["']?\s*:(?!:)|[\d\s.,-]+$)|[\s(][.$][A-Z]/u;
const KIND = /^(?:note|tip|info|warning|caution|danger|important|success)$/u;
const BOX = /^(?:hint|callout|notice|alert|admonition|aside)$/u;
const CODE = /^(?:highlight|code(?:-\w+)*)$/u;
/** Text before a tag that is part of the target of a link. */
const IN_TARGET = /\]\(\s*<?[^\s()]*$|^[ \t]*\[[^\]]+\]:\s*\S*$|\b(?:href|src|to)=["'][^"']*$/u;
const LITERAL = /^-?\s*(?:"([^"]*)"|'([^']*)')\s*(?:\|[^{}]*)?$/u;
/** Hugo's marks of a tag that is only shown. */
const SHOWN_TAG = /(\{\{[<%])\/\*([^{}]{1,2000}?)\*\/([>%]\}\})/gu;
/** Code in a line of which Liquid fills nothing. */
const RAW_CODE =
  /((?<!`)`|<code\b[^<>\n]{0,100}>)\{%-?[ \t]*raw[ \t]*-?%\}([^`\n]{1,300}?)\{%-?[ \t]*endraw[ \t]*-?%\}(?=`|<\/code>)/giu;
/** VitePress shows values in such an element as they are written: https://vitepress.dev/guide/using-vue#escaping. */
const V_PRE = /<\w+[^<>\n]* v-pre\b[^<>\n]*>[^<>\n]*$/u;
/** Place of an unknown value, until all of its line is known. */
const GAP = '\uE0F1';
/** Place of a tag that shows nothing. */
const NOTHING = '\uE0F2';
/** That of a shortcode with content, which is a block where it has a line of its own. */
const APART = '\uE0F3';
const WORD = /[\p{L}\p{N}]/u;
const MOST_COLONS = 20;
/** Boxes within boxes; the outermost has the most colons, and three are the fewest. */
const MOST_DEEP = MOST_COLONS - 2;
/** Characters on both sides of a tag that are looked at. */
const AROUND = 300;
interface Tag {
  readonly start: number;
  readonly end: number;
  /** Without `end` or `/`; `''` for a value. */
  readonly name: string;
  readonly isClosing: boolean;
  readonly content: string;
}

interface Filled {
  readonly text: string;
  /** Tags whose text only the build knows. */
  readonly unknown: readonly string[];
}

/** Text without tags comes back as it is. */
export function fillTemplates(source: string): Filled {
  if (!/\{[{%]/u.test(source)) return { text: source, unknown: [] };
  const tags = tagsIn(source);
  const partners = pairsOf(tags);
  const closings = new Map<number, string>();
  const unknown: string[] = [];
  const out: string[] = [];
  let at = 0;
  let depth = 0;
  for (let index = 0; index < tags.length; index++) {
    const tag = tags[index]!;
    const { start, end, name } = tag;
    const last = partners.get(index);
    const near = source.slice(Math.max(0, start - AROUND), start);
    const before = near.slice(near.lastIndexOf('\n') + 1);
    const nothing = /^\{\{[<%]/u.test(source.slice(start, end)) ? APART : NOTHING;
    out.push(source.slice(at, start));
    at = end;
    if (tag.isClosing) {
      const shown = closings.get(index);
      if (shown !== undefined) depth--;
      out.push(shown ?? nothing);
    } else if (last === undefined) {
      const shown = shownBy(tag, before, source.slice(end, end + AROUND).split('\n', 1)[0]!);
      if (shown === GAP) unknown.push(source.slice(start, end));
      out.push(shown);
    } else {
      const held = source.slice(end, tags[last]!.start);
      const isCode = CODE.test(name) && !/^[ \t]*[`~]{3}/mu.test(held);
      if (isCode) out.push(...fencedLines(tag, held));
      if (name === 'raw') out.push(held);
      if (name === 'for') unknown.push(source.slice(start, end));
      if (isCode || name === 'raw' || UNSHOWN.test(name)) {
        if (!isCode && name !== 'raw') out.push(nothing);
        index = last;
        at = tags[last]!.end;
      } else {
        const indent = /^[ \t]*$/u.test(before) ? before : '';
        const colons = ':'.repeat(Math.max(3, MOST_COLONS - depth));
        const box = depth < MOST_DEEP ? boxOf(tag) : '';
        if (box !== '') depth++;
        out.push(box === '' ? nothing : `\n\n${indent}${colons}${box}\n\n${indent}`);
        if (box !== '') closings.set(last, `\n\n${indent}${colons}\n\n${indent}`);
      }
    }
  }
  const text = [...out, source.slice(at)].join('').replaceAll(SHOWN_TAG, '$1$2$3').replaceAll(RAW_CODE, '$1$2');
  return { text: text.split('\n').flatMap(shownLine).join('\n'), unknown };
}

function tagsIn(source: string): readonly Tag[] {
  const lines = source.split('\n');
  const isCode = codeLines(lines, indentedCode());
  // A fence must not begin code in a line.
  const text = lines
    .map((line, at) => (isCode[at] || /<pre\b/iu.test(line) ? ' '.repeat(line.length) : line))
    .join('\n');
  const tags: Tag[] = [];
  let isRaw = false;
  for (const match of text.matchAll(TAG)) {
    const [whole, ticks, held, short, liquid, value] = match;
    const start = match.index;
    const [, slash = '', word = '', rest = ''] = /^\s*(\/?)\s*([\w.-]*)([\s\S]*)$/u.exec(short ?? liquid ?? '') ?? [];
    const isEnd = slash !== '' || (liquid !== undefined && /^end\w/u.test(word));
    const name = slash === '' && isEnd ? word.slice('end'.length) : word;
    const isShown =
      short?.startsWith('/*') === true ||
      (value !== undefined &&
        // GitHub's `${{ … }}`.
        (source[start - 1] === '$' ||
          FOREIGN.test(value) ||
          V_PRE.test(source.slice(Math.max(0, start - AROUND), start))));
    if ((ticks ?? held) !== undefined || isShown || (isRaw && !(isEnd && name === 'raw'))) continue;
    if (name === 'raw') isRaw = !isEnd;
    tags.push({
      start,
      end: start + whole.length,
      name: value === undefined ? name : '',
      isClosing: isEnd,
      content: value ?? rest,
    });
  }
  return tags;
}

/** Closing tags by opening ones, both as indexes. */
function pairsOf(tags: readonly Tag[]): ReadonlyMap<number, number> {
  const open = new Map<string, number[]>();
  const pairs = new Map<number, number>();
  for (const [index, { name, isClosing }] of tags.entries()) {
    const same = open.get(name) ?? [];
    open.set(name, same);
    const first = isClosing ? same.pop() : undefined;
    if (first !== undefined) pairs.set(first, index);
    if (!isClosing && name !== '') same.push(index);
  }
  return pairs;
}

function argumentsOf(content: string): Readonly<Record<string, string>> {
  let position = 0;
  return Object.fromEntries(
    [...content.matchAll(ARGUMENT)].map(([, key, ...values]): [string, string] => [
      (key ?? String(position++)).toLowerCase(),
      values.find((value) => value !== undefined) ?? '',
    ]),
  );
}

/** Name and title of the container that shows what a pair of tags holds; `''` if it appears as it is. */
function boxOf({ name, content }: Tag): string {
  const given = argumentsOf(content);
  const title = given['title'] ?? given['name'] ?? given['label'] ?? given['header'] ?? given['summary'];
  if (TAB.test(name)) return container('tab', title ?? given['0'] ?? '');
  if (FOLDED.test(name)) return container('details', title ?? given['0'] ?? '');
  if (KIND.test(name)) return container(name, title ?? given['0'] ?? '');
  if (!BOX.test(name)) return '';
  const kind = (given['type'] ?? given['style'] ?? given['color'] ?? given['0'] ?? '').toLowerCase();
  return container(KIND.test(kind) ? kind : 'note', title ?? given['1'] ?? '');
}

function fencedLines({ name, content }: Tag, held: string): readonly string[] {
  const given = argumentsOf(content);
  const language = given['lang'] ?? given['language'] ?? (name === 'highlight' ? given['0'] : undefined) ?? '';
  return [`\n\`\`\`${language}\n`, held.replace(/^[ \t]*\n/u, '').trimEnd(), '\n```\n'];
}

/** Text of a tag that stands alone, between `before` and `after` on its line. */
function shownBy({ name, content }: Tag, before: string, after: string): string {
  const literal = name === '' ? LITERAL.exec(content) : null;
  if (literal !== null) return literal[1] ?? literal[2] ?? '';
  const target = IN_TARGET.exec(before.replaceAll(/\{[{%][^{}]*\}\}?/gu, ''))?.[0];
  // A definition needs a target.
  if (target !== undefined) return /:\s+$/u.test(target) && after.trim() === '' ? '<>' : NOTHING;
  if (name === '') return GAP;
  const { text, alt = '', caption } = argumentsOf(content);
  if (name === 'figure') return `![${alt}](#)${caption === undefined ? '' : `\n\n${caption}\n\n`}`;
  // Terms of a glossary and their like.
  if (text !== undefined) return text;
  return WORD.test(before) && WORD.test(withoutElements(after)) ? GAP : NOTHING;
}

function withoutElements(line: string): string {
  return line.replaceAll(/<[^<>]*>/gu, '');
}

/**
 * A line that only holds what is not known or not shown is none, so that it does not part the lines around it. Shortcodes do, but not from
 * what a blank line would turn into code.
 */
function shownLine(line: string, at: number, lines: readonly string[]): readonly string[] {
  const plain = line.replaceAll(NOTHING, '').replaceAll(APART, '');
  if (plain === line && !line.includes(GAP)) return [line];
  const isWorded = WORD.test(withoutElements(plain));
  if (isWorded || plain.includes('<')) return [plain.replaceAll(GAP, isWorded ? '…' : '')];
  if (!plain.includes(GAP) && plain.trim() !== '') return [plain];
  return line.includes(APART) && !/^(?: {4}|\s*[<|])/u.test(lines[at + 1] ?? '') ? [''] : [];
}
