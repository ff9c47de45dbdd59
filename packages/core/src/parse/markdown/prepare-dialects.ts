/**
 * Converts the MyST of textbooks (Jupyter Book, Sphinx) and the notations of MkDocs to the Markdown that is read here: directives to
 * containers, code or formulas; roles and cross-references as the text that they show; formulas whose dollars share a line with other text, on
 * lines of their own; attribute lists and icons as nothing.
 */
import { container } from './prepare.ts';
import { rstToMarkdown, versionNote } from './rst-block.ts';

const MARKS =
  /^[ \t]*(?:`{3,}|~{3,}|:{3,})[ \t]*(?:\{|eval_rst)|\{[a-z][\w:.+-]*\}`|:[a-z][\w:]{0,40}:`|^\([\w:. -]+\)=[ \t]*$|^[ \t]*\$\$|^[ \t]*\\begin\{|\]\[|\{(?::|[ \t]*(?:[.#]|[\w-]+=["']|target=))|^#{1,6} [^\n]*\[\[[\w-]+\]\][ \t]*$|^:::[ \t]+\w+\.|^\[+_*toc_*\]+$|:\w+-[\w-]+:/imu;
const FENCE = /^([ \t]*)(`{3,}|~{3,}|:{3,})[ \t]*(?:\{[ \t]*([.#]?[a-z][^}]*)\})?[ \t]*(.*)$/iu;
const CODE = /^(?:code|code-cell|code-block|sourcecode|prompt|parsed-literal|literalinclude)$/u;
const LANGUAGE = /^(?:python|r|julia|bash|sh|sql|ojs|js|rust|cpp|stata)\b/u;
/** Directives that show nothing, or nothing of their text. */
const UNSEEN =
  /^(?:index|toctree|tableofcontents|contents|bibliography|footbibliography|image|raw|only|glue(?::.*)?|meta|include|auto\w*|video|iframe|(?:solution|exercise)-(?:start|end))$/u;
/** Directives whose content appears on the page as it is. */
const UNBOXED =
  /^(?:figure|list-table|table|csv-table|glossary|tab-set|grid|grid-item|epigraph|container|div|margin)$/u;
/** Names of fences without braces that are no code. */
const OUTLINE = /^toc$/u;
const RST = /^eval[-_]rst$/u;
const OPTION = /^[ \t]*:[\w-]+:(?:[ \t].*)?$/u;
const UNSEEN_CELL = /remove[-_](?:cell|input)/u;
/** Targets of links, cells' borders, and places of a table of contents (Python-Markdown, VitePress). */
const TARGET = /^[ \t]*\([\w:. -]+\)=[ \t]*$|^\+\+\+(?:[ \t].*)?$|^(?:\[toc\]|\[\[_*toc_*\]\])$/iu;
/** Code in a line, whose end may stand behind braces (`/users/{id}`), or a role. */
const CODE_OR_ROLE =
  /(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)|( ?)(?<![`\w])(?:\{([a-z][\w:.+-]*)\}|:([a-z][\w:]{0,40}):)(`+)([^`]+)\5(?!`)/giu;
const WITHOUT_TEXT = /^(?:cite(?::?p(?:s|ar)?)?|(?:eq)?label|footcite.*|index)$/u;
const NAMES_CODE =
  /^(?:code|kbd|file|samp|command|option|envvar|program|(?:py|c|cpp|js|rst|std):\w+|func|class|meth|mod|attr|data|exc|obj)$/u;
const ENVIRONMENT = /^[ \t]*\\begin\{((?:equation|align|gather|multline|eqnarray)\*?)\}/u;
/** MkDocs' place for documentation that is made of source code, and its settings below it. */
const GENERATED = /^:::[ \t]+[A-Za-z_]\w*(?:\.\w+)+[ \t]*$/u;
/** Attribute lists of Python-Markdown (https://python-markdown.github.io/extensions/attr_list/) and kramdown (`{: … }`). */
const ATTRIBUTES = /^\{(?::[^{}]*|[ \t]*[.#][\w-][^{}]*)\}[ \t]*$/u;
/** Lists that begin with a value stand apart from words, unlike labels of metrics: `up{job="a"}`. */
const VALUES = /^(?! {4}|\t)(?:|.*[^\w{])\{[ \t]*[\w-]+=["'][^{}]*\}[ \t]*$/u;
/** After code, emphasis, a link or an icon. Code is matched as a whole, because its opening backtick may stand before a brace too. */
const INLINE_ATTRIBUTES =
  /((?<!`)(`+)(?!`).+?(?<!`)\2(?!`)|(?<=[)\]:*_]))(?:\{(?::[^{}]*|[ \t]*(?:[.#][\w-]|[\w-]+=["']|target=)[^{}]*)\})?/gu;
/** Tabs of D2L-Book: https://book.d2l.ai/user/markdown.html. Their ends may stand behind text. */
const BOOK_TAB = /^(?:[ \t]*:begin_tab:`([^`]+)`|(.*):end_tab:)[ \t]*$/u;
/** The cell that sets up the tabs of a page of D2L-Book. */
const BOOK = '%load_ext d2lbook';
/** Its marks of text for slides; between `~~` it is for slides alone. */
const SLIDES = /[[(](\*\*|~~)((?:[^\n]|\n(?!\s*\n)){1,600}?)\1[\])](?!\()/gu;
const BOOK_CELL = /^[ \t]*%%tab[ \t]+([^"]+?)[ \t]*$/u;
const ITEM = /^[ \t]*(?:[-*+]|\d+\.)[ \t]/u;
/** kramdown: the item above it stands for the table of contents. */
const CONTENTS = /^[ \t]*\{:[ \t]*toc\b[^{}]*\}[ \t]*$/u;
const ICON = /:(?:material|octicons|fontawesome|simple|twemoji)-[\w-]+:(?:\{[^{}]*\})?[ \t]?/gu;
const REFERENCE = /(?<![\w\]\\!])\[((?:[^[\]]|\[\])+)\]\[([\w.:/-]*)\](?![[(])/gu;
const DEFINITION = /^[ \t]*\[([^\]\n]+)\]:/gmu;
/** `## Heading [[its-id]]` of Hugging Face's courses. */
const HEADING_ID = /^(#{1,6} .*\S)[ \t]*\[\[([\w-]+)\]\][ \t]*$/u;
const LONGEST_FORMULA = 80;
const MOST_COLONS = 20;
/** Spaces by which a closing fence may be indented further. */
const MOST_INDENT = 3;

interface Open {
  readonly fence: string;
  readonly indent: string;
  /** Replacement for its last line; `undefined` if nothing of it is shown. */
  readonly end: string | undefined;
  readonly isText: boolean;
}

/** Text without such notation comes back as it is. */
export function prepareDialects(source: string): string {
  if (!MARKS.test(source)) return source;
  const text = source.includes(BOOK)
    ? source.replaceAll(SLIDES, (_, mark, held: string) => (mark === '~~' ? '' : held))
    : source;
  const out: string[] = [];
  const open: Open[] = [];
  const lines = text.split('\n');
  const defined = new Set([...text.matchAll(DEFINITION)].map(([, label = '']) => label.toLowerCase()));
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const inner = open.at(-1);
    const fence = fenceIn(line);
    if (inner !== undefined && fence !== null && ends(fence, inner)) {
      open.pop();
      if (inner.end !== undefined) out.push(inner.indent + inner.end);
    } else if (inner?.isText === false) {
      if (inner.end !== undefined) out.push(line);
    } else if (fence !== null && (fence[3] !== undefined || !fence[2]!.startsWith(':'))) {
      const below = fence[3] === undefined || fence[3].startsWith('.') ? at + 1 : endOfOptions(lines, at + 1);
      if (RST.test(fence[3]?.trim() ?? fence[4]!)) {
        let end = at + 1;
        while (end < lines.length && !isEnd(lines[end]!, fence[2]!)) end++;
        out.push(rstToMarkdown(lines.slice(at + 1, end)).join('\n'));
        at = end;
        continue;
      }
      const { first, ...block } = opened(fence, lines.slice(at + 1, below).join('\n'), open.length, lines[below]);
      const isSetup = !block.isText && lines[below]?.startsWith(BOOK) === true;
      const label = block.isText ? undefined : BOOK_CELL.exec(lines[below] ?? '')?.[1];
      if (first !== undefined && !isSetup)
        out.push(block.indent + first + (label === undefined ? '' : ` tab="${label}"`));
      open.push(isSetup ? { ...block, end: undefined } : block);
      at = label === undefined ? below - 1 : below;
    } else if (GENERATED.test(line)) {
      while (/^[ \t]|^$/u.test(lines[at + 1] ?? 'end')) at++;
    } else if (ITEM.test(line) && CONTENTS.test(lines[at + 1] ?? '')) {
      at++;
    } else if (BOOK_TAB.test(line)) {
      const [, label = '', last = ''] = BOOK_TAB.exec(line)!;
      out.push(shown(last), '', label === '' ? ':::' : `:::tab[${label.replaceAll(/,\s*/gu, ', ')}]`, '');
    } else if (!TARGET.test(line)) {
      const formula = formulaAt(lines, at);
      const plain =
        formula === undefined ? withoutReferences(shown(line.replace(HEADING_ID, '$1 {#$2}')), defined) : '';
      // A line that only holds what is not shown does not part the lines around it.
      if (formula !== undefined) out.push(...formula.lines);
      else if (plain.trim() !== '' || line.trim() === '') out.push(plain);
      at = formula?.last ?? at;
    }
  }
  return out.join('\n');
}

/** A line of code between three backticks is no fence. */
function fenceIn(line: string): RegExpExecArray | null {
  const fence = FENCE.exec(line.trimEnd());
  return fence?.[2]!.startsWith('`') === true && fence[4]!.includes('`') ? null : fence;
}

function isEnd(line: string, fence: string): boolean {
  const text = line.trim();
  return text.startsWith(fence) && text.replaceAll(fence[0]!, '') === '';
}

function ends([, space = '', ticks = '', name, rest = '']: RegExpExecArray, { fence, indent }: Open): boolean {
  return name === undefined && rest === '' && ticks.startsWith(fence) && space.length <= indent.length + MOST_INDENT;
}

/** Past `:name: value` lines, or a block between `---`, which set up a directive. */
function endOfOptions(lines: readonly string[], from: number): number {
  if (lines[from]?.trim() === '---') {
    const end = lines.findIndex((line, at) => at > from && line.trim() === '---');
    return end < 0 ? from : end + 1;
  }
  let at = from;
  while (at < lines.length && OPTION.test(lines[at]!)) at++;
  return at;
}

/** `first` replaces its first line; `next` is the line below it and its options. */
function opened(
  [line, indent = '', fence = '', braces, argument = '']: RegExpExecArray,
  options: string,
  depth: number,
  next = '',
): Open & { readonly first: string | undefined } {
  const name = braces?.toLowerCase().trim() ?? '';
  const code = (language: string): Open & { readonly first: string } => {
    const ticks = fence.startsWith(':') ? '```' : fence;
    return { fence, indent, first: ticks + language, end: ticks, isText: false };
  };
  const unseen = { fence, indent, first: undefined, end: undefined, isText: false };
  if (braces === undefined && OUTLINE.test(argument)) return unseen;
  if (braces === undefined) return { ...code(''), first: line.slice(indent.length) };
  const callout = /\.callout-(\w+)/u.exec(name)?.[1];
  const own = / title="[^"]*"/u.exec(braces)?.[0] ?? '';
  if (!fence.startsWith(':') && name.startsWith('.')) return code((/^\.[\w+-]+/u.exec(name)?.[0].slice(1) ?? '') + own);
  if (!fence.startsWith(':') && LANGUAGE.test(name)) return code(/^\w+/u.exec(name)![0]);
  if (UNSEEN.test(name) || (CODE.test(name) && UNSEEN_CELL.test(options))) return unseen;
  if (CODE.test(name)) return code(argument.split(/\s/u, 1)[0]!.replace(/^ipython3?$/u, 'python'));
  if (name === 'math')
    return { fence, indent, first: `$$${argument === '' ? '' : `\n${argument}`}`, end: '$$', isText: false };
  const version = versionNote(name, shown(argument), isEnd(next, fence));
  if (version !== undefined) return { fence, indent, first: version, end: '', isText: true };
  const title = /title="([^"]*)"/u.exec(braces)?.[1] ?? shown(argument);
  if (UNBOXED.test(name) || (/^[.#]/u.test(name) && callout === undefined))
    return { fence, indent, first: /^(?:figure|[.#])/u.test(name) ? '' : title, end: '', isText: true };
  const colons = ':'.repeat(Math.max(3, MOST_COLONS - depth));
  return { fence, indent, first: `${colons}${boxed(callout ?? name, title)}`, end: colons, isText: true };
}

/** Names and titles of boxes, as a container writes them. */
function boxed(name: string, title: string): string {
  const kind = name.replace(/^.*:/u, '').replace(/[^\w-].*$/u, '');
  if (kind === 'tab-item') return `tab[${title}]`;
  if (kind === 'dropdown') return `details[${title}]`;
  // The text after their names is a label that no reader sees.
  const own = /^(?:exercise|solution)$/u.test(kind) ? kind[0]!.toUpperCase() + kind.slice(1) : title;
  return container(kind, own);
}

/** References that nothing in the text defines lead to what other pages name, if they look so: `[i][j]` is text. */
function withoutReferences(line: string, defined: ReadonlySet<string>): string {
  return line.replace(REFERENCE, (whole, text: string, label: string) =>
    defined.has((label || text).toLowerCase()) || (/^[^\W_]{1,2}$/u.test(label) && !text.startsWith('`'))
      ? whole
      : text,
  );
}

/** A line with its roles as the text that they show, and without what only sets up how it looks. */
function shown(line: string): string {
  return withoutAttributes(line.replace(ICON, '')).replace(
    CODE_OR_ROLE,
    (
      whole,
      ticks: string | undefined,
      space: string,
      one: string | undefined,
      other: string | undefined,
      _,
      text: string,
    ) => {
      if (ticks !== undefined) return whole;
      const name = (one ?? other ?? '').toLowerCase();
      if (WITHOUT_TEXT.test(name)) return '';
      if (name === 'math') return `${space}$${text.trim()}$`;
      const named = /^\s*([^<]*?)\s*<[^>]*>\s*$/u.exec(text)?.[1];
      if (/^eq(?:ref)?$/u.test(name)) return `${space}(…)`;
      if (name.startsWith('glue')) return `${space}…`;
      if (NAMES_CODE.test(name)) return `${space}\`${named ?? text.replace(/^~(?:.*\.)?/u, '')}\``;
      if (named !== undefined && named !== '') return space + named;
      return space + (/ref$|^(?:doc|term|any)$/u.test(name) ? targetWords(text) : text);
    },
  );
}

/** Headings keep their id. */
function withoutAttributes(line: string): string {
  const isHeading = /^[ \t]*#/u.test(line);
  const plain = isHeading ? line : line.replace(INLINE_ATTRIBUTES, '$1');
  const last = plain.lastIndexOf('{');
  if (last < 0 || !(ATTRIBUTES.test(plain.slice(last)) || VALUES.test(plain))) return plain;
  const id = isHeading ? /[{\s](?:#|id=["'])([^\s"'{}]+)/u.exec(plain.slice(last))?.[1] : undefined;
  return plain.slice(0, last).trimEnd() + (id === undefined ? '' : ` {#${id}}`);
}

/** A label refers to a title on another page; its words show what is meant. */
function targetWords(label: string): string {
  return label
    .replace(/^.*\//u, '')
    .replace(/^(?:sec|subsec|section|fig|tab|tbl|chap|chapter|ch|app|part|lst|def|thm)[_:-]/iu, '')
    .replaceAll(/[_-]+/gu, ' ');
}

/** A formula between `$$`, or in an environment of its own, that begins in this line and ends in a later one. */
function formulaAt(
  lines: readonly string[],
  at: number,
): { readonly lines: readonly string[]; readonly last: number } | undefined {
  const line = lines[at]!;
  const environment = ENVIRONMENT.exec(line)?.[1];
  const [, indent = '', rest = ''] = /^([ \t]*)(?:\$\$)?(.*)$/su.exec(line)!;
  if (environment === undefined && (!line.trimStart().startsWith('$$') || rest.includes('$$'))) return undefined;
  const mark = environment === undefined ? '$$' : String.raw`\end{${environment}}`;
  const from = environment === undefined ? at + 1 : at;
  const length = lines.slice(from, at + LONGEST_FORMULA).findIndex((one) => one.includes(mark));
  const last = from + length;
  if (length < 0 || lines.slice(at, last).some((one) => fenceIn(one) !== null)) return undefined;
  const place = lines[last]!.indexOf(mark);
  const before = lines[last]!.slice(0, place) + (environment === undefined ? '' : mark);
  const after = lines[last]!.slice(place + mark.length).replace(/^\s*(?:[.,;:]|\([\w:-]+\))?\s*$/u, '');
  const formula = last === at ? [before] : [rest, ...lines.slice(at + 1, last), before];
  const parts = [`${indent}$$`, ...formula.filter((part) => part.trim() !== ''), `${indent}$$`];
  return { lines: after === '' ? parts : [...parts, indent + shown(after.trim())], last };
}
