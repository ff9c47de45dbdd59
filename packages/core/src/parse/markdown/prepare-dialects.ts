/**
 * Converts the MyST of textbooks (Jupyter Book, Sphinx) and the notations of MkDocs to the Markdown that is read here: directives to
 * containers, code or formulas; roles and cross-references as the text that they show; formulas whose dollars share a line with other text, on
 * lines of their own; attribute lists and icons as nothing.
 */
import type { RawPage } from '../../types/source.ts';
import { isCertainTex } from '../html/read-inline.ts';
import { formulaAt, indentedCode, MOST_INDENT } from './fences.ts';
import { container } from './prepare.ts';
import { isTex } from './read-tree.ts';
import { rstToMyst, versionNote } from './rst-block.ts';

const MARKS =
  /^[ \t]*(?:`{3,}|~{3,}|:{3,})[ \t]*(?:\{|eval_rst)|\{[a-z][\w:.+-]*\}`|:[a-z][\w:]{0,40}:`|^\([\w:. -]+\)=[ \t]*$|^[ \t]*\$\$|^[ \t]*\\begin\{|\]\[|\{(?::|[ \t]*(?:[.#]|[\w-]+=["']|target=))|^#{1,6} [^\n]*\[\[[\w-]+\]\][ \t]*$|^:::[ \t]+\w+\.|^\[+_*toc_*\]+$|:\w+-[\w-]+:|\\[([]|\[\]\(eq[:-]/imu;
/** A line of code between three backticks is no fence. */
const FENCE = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,}|:{3,})[ \t]*(?:\{[ \t]*([.#]?[a-z][^}]*)\})?[ \t]*(.*)$/iu;
const CODE = /^(?:code|code-cell|code-block|sourcecode|prompt|parsed-literal|literalinclude)$/u;
const LANGUAGE = /^(?:python|r|julia|bash|sh|sql|ojs|js|rust|cpp|stata)\b/u;
/** Directives that show nothing, or nothing of their text. */
const UNSEEN =
  /^(?:index|toctree|tableofcontents|contents|bibliography|footbibliography|image|raw|only|glue(?::.*)?|meta|include|auto\w*|video|iframe|(?:solution|exercise)-(?:start|end))$/u;
/** Directives that begin and end a box around others: https://ebp-sphinx-exercise.readthedocs.io/en/latest/syntax.html. */
const GATE = /\{[ \t]*(exercise|solution)-(start|end)[ \t]*\}/u;
const CAPTION = /^[ \t]*:?caption:[ \t]*(["']?)(.*\S)\1[ \t]*$/mu;
/** Directives whose content appears on the page as it is. */
const UNBOXED =
  /^(?:figure|list-table|table|csv-table|glossary|tab-set|tabs|grid|grid-item|epigraph|container|div|margin|topic)$/u;
/** Names of fences without braces that are no code. */
const OUTLINE = /^toc$/u;
const RST = /^eval[-_]rst$/u;
const OPTION = /^[ \t]*:[\w-]+:(?:[ \t].*)?$/u;
const UNSEEN_CELL = /remove[-_](?:cell|input)/u;
/** Targets of links, cells' borders, and places of a table of contents (Python-Markdown, VitePress). */
const TARGET = /^[ \t]*\([\w:. -]+\)=[ \t]*$|^\+\+\+(?:[ \t].*)?$|^(?:\[toc\]|\[\[_*toc_*\]\])$/iu;
/** Code in a line, whose end may stand behind braces (`/users/{id}`), a role, or the label of an equation, whose number MyST shows. */
const CODE_OR_ROLE =
  /(?<!`)(?<ticks>`+)(?!`).+?(?<!`)\k<ticks>(?!`)|(?<space> ?)(?:(?<=[\w)])\{(?<glued>cite[\w:]*)\}|(?<![`\w])\{(?<braces>[a-z][\w:.+-]*)\}|(?<![`\w]):(?<colons>[a-z][\w:]{0,40}):)(?<own>`+)(?<text>[^`]+)\k<own>(?!`)|(?<equation>\[\]\(eq[:-][\w:-]+\))/giu;
/** Code and formulas, which stay; TeX between `\\\\(` and `\\\\)`, of which MkDocs writes one backslash. */
const INLINE =
  /(?<kept><code\b[^>]{0,200}>.*?<\/code>|(?<!`)(?<ticks>`+)(?!`).+?(?<!`)\k<ticks>(?!`)|(?<![\\$])\$[^\s$][^$]{0,300}\$)|(?<![\p{L}\p{N}_\\])(?<slashes>\\{1,2})\((?<tex>[^$`]{1,400}?)\k<slashes>\)(?![\p{L}\p{N}_])/gu;
/** Notations of MyST alone. */
const MYST = /^[ \t]*(?:`{3,}|:{3,})\{[a-z]|^\([\w:. -]+\)=[ \t]*$|(?<![`\w])\{[a-z:]+\}`/mu;
/** Code, formulas without such spaces, and what stands between dollars, but no price. */
const SPACED =
  /(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)|(?<![\\$\w])\$(?:[^\s$](?:[^$]{0,300}[^\s$])?|(?!\s*\d)([^$]{1,300}))(?<!\\)\$(?![\w$])/gu;
/** Blank lines and those that end a paragraph above them. */
const BLOCK = /^[ \t]*(?:$|#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|`{3}|~{3}|:{3}|[|>])/u;
/** A role that goes on in the next line. */
const OPEN_ROLE = /(?<![`\w])\{[a-z][\w:.+-]*\}`[^`]{0,200}$/iu;
const WITHOUT_TEXT = /^(?:(?:eq)?label|footcite.*|index)$/u;
const NAMES_CODE =
  /^(?:code|kbd|file|samp|command|option|envvar|program|(?:py|c|cpp|js|rst|std):\w+|func|class|meth|mod|attr|data|exc|obj)$/u;
/** Behind a formula: its label, or the end of the sentence. */
const LABEL = /^\s*(?:[.,;:]|\([\w:-]+\))?\s*$/u;
/** MkDocs' place for documentation that is made of source code, and its settings below it. */
const GENERATED = /^:::[ \t]+[A-Za-z_]\w*(?:\.\w+)+[ \t]*$/u;
/** Attribute lists of Python-Markdown (https://python-markdown.github.io/extensions/attr_list/) and kramdown (`{: … }`). */
const ATTRIBUTES = /^\{(?::[^{}]*|[ \t]*[.#][\w-][^{}]*)\}[ \t]*$/u;
/** Lists that begin with a value stand apart from words, unlike labels of metrics: `up{job="a"}`. */
const VALUES = /^(?! {4}|\t)(?:|.*[^\w{])\{[ \t]*[\w-]+=["'][^{}]*\}[ \t]*$/u;
/** After code, emphasis, a link or an icon. Code is matched as a whole, because its opening backtick may stand before a brace too. */
const INLINE_ATTRIBUTES =
  /((?<!`)(`+)(?!`).+?(?<!`)\2(?!`)|(?<![\w\]!\\])\[([^[\]]+)\](?=\{[ \t]*[.#])|(?<=[)\]:*_]))(?:\{(?::[^{}]*|[ \t]*(?:[.#][\w-]|[\w-]+=["']|target=)[^{}]*)\})?/gu;
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
/** Mark of a task, not text with attributes. */
const TASK = /^\[[xX ]\]$/u;
const ICON = /:(?:material|octicons|fontawesome|simple|twemoji)-[\w-]+:(?:\{[^{}]*\})?[ \t]?/gu;
const REFERENCE = /(?<![\w\]\\!])\[((?:[^[\]]|\[\])+)\]\[([\w.:/-]*)\](?![[(])/gu;
const DEFINITION = /^[ \t]*\[([^\]\n]+)\]:/gmu;
/** `## Heading [[its-id]]` of Hugging Face's courses. */
const HEADING_ID = /^(#{1,6} .*\S)[ \t]*\[\[([\w-]+)\]\][ \t]*$/u;
/**
 * Boxes of the lessons of The Carpentries, which are written as Pandoc's divs: they may stand in each other with equally many colons, and the
 * heading that one begins with is its title, not a section of the page.
 */
const LESSON_BOX =
  /^[ \t]*:{3,}[ \t]*(?:\{?\.?)(callout|challenge|solution|spoiler|hint|discussion|testimonial|checklist|prereq|instructor|objectives|questions|keypoints)\}?[ \t]*:*$/mu;
const LESSON_TITLE = /^#{1,6}[ \t]+(.*?\S)[ \t]*(?:\{[^{}]*\})?$/u;
/** No line is such a fence: the box ends with a directive. */
const GATED = '\n';
const MOST_COLONS = 20;
const LONGEST_JOINED = 1000;
/** Lines that code between backticks runs over. */
const MOST_LINES = 10;
const PRE = /^[^`]*<pre\b/iu;

interface Open {
  readonly fence: string;
  readonly indent: string;
  /** Replacement for its last line; `undefined` if nothing of it is shown. */
  readonly end: string | undefined;
  readonly isText: boolean;
  /** Lines of a glossary: terms, and their definitions indented below them. */
  readonly holdsTerms?: boolean;
}

/** Text without such notation comes back as it is. `isRst` if it was reStructuredText, which holds no block of its own kind. */
export function prepareDialects(source: string, format: RawPage['format'] = 'markdown', isRst = false): string {
  if (!MARKS.test(source) && !LESSON_BOX.test(source)) return source;
  const text = source.includes(BOOK)
    ? source.replaceAll(SLIDES, (_, mark, held: string) => (mark === '~~' ? '' : held))
    : source;
  const out: string[] = [];
  const open: Open[] = [];
  const lines = text.split('\n');
  const defined = new Set([...text.matchAll(DEFINITION)].map(([, label = '']) => label.toLowerCase()));
  const lastGate = lines.findLastIndex((line) => GATE.exec(line)?.[2] === 'end');
  const lastPre = lines.findLastIndex((line) => /<\/pre\b/iu.test(line));
  const isIndented = format === 'mdx' ? () => false : indentedCode();
  const isMyst = MYST.test(source);
  let isPre = false;
  /** Backticks around code that goes on in the next line. */
  let ticks = '';
  const openBox = (label: string, fence: string): void => {
    const colons = ':'.repeat(Math.max(3, MOST_COLONS - open.length));
    out.push('', colons + label, '');
    open.push({ fence, indent: '', end: `\n${colons}\n`, isText: true });
  };
  for (let at = 0; at < lines.length; at++) {
    const inner = open.at(-1);
    const isDefined = inner?.holdsTerms === true && /^[^\s:`]/u.test(lines[at - 1]!);
    const line = isDefined ? lines[at]!.replace(/^[ \t]+(?=\S)/u, ': ') : lines[at]!;
    const fence = FENCE.exec(line.trimEnd());
    if (inner !== undefined && ends(line, inner)) {
      open.pop();
      if (inner.end !== undefined) out.push(inner.indent + inner.end);
    } else if (inner?.isText === false) {
      if (inner.end !== undefined) out.push(line);
    } else if (LESSON_BOX.test(line) && open.length < MOST_COLONS - 3) {
      let next = at + 1;
      while (lines[next]?.trim() === '') next++;
      const title = LESSON_TITLE.exec(lines[next] ?? '')?.[1];
      openBox(container(LESSON_BOX.exec(line)![1]!, title ?? ''), ':::');
      if (title !== undefined) at = next;
    } else if (fence !== null && (fence[3] !== undefined || !fence[2]!.startsWith(':'))) {
      const below = fence[3] === undefined || fence[3].startsWith('.') ? at + 1 : endOfOptions(lines, at + 1);
      const [, gate = '', border] = GATE.exec(line) ?? [];
      const isBox = border === 'start' && at < lastGate;
      if (isBox || (!isRst && RST.test(fence[3]?.trim() ?? fence[4]!))) {
        const first = at + 1;
        while (at + 1 < lines.length && !ends(lines[++at]!, { fence: fence[2]!, indent: fence[1]! }));
        if (isBox) openBox(boxed(gate, ''), GATED);
        else out.push(prepareDialects(rstToMyst(lines.slice(first, at)).join('\n'), format, true));
        continue;
      }
      if (border === 'end' && inner?.fence === GATED) out.push(open.pop()!.end!);
      const { first, ...block } = opened(fence, lines.slice(at + 1, below).join('\n'), open.length, lines[below]);
      const isSetup = !block.isText && lines[below]?.startsWith(BOOK) === true;
      const label = block.isText ? undefined : BOOK_CELL.exec(lines[below] ?? '')?.[1];
      if (first !== undefined && !isSetup)
        out.push(block.indent + first + (label === undefined ? '' : ` tab="${label}"`));
      open.push(isSetup ? { ...block, end: undefined } : block);
      at = label === undefined ? below - 1 : below;
    } else if (isPre || isIndented(line)) {
      out.push(line);
      isPre &&= !/<\/pre\b/iu.test(line);
    } else if (PRE.test(line) && at < lastPre) {
      out.push(line);
      isPre = !/<\/pre\b/iu.test(line);
    } else if (GENERATED.test(line)) {
      while (/^[ \t]|^$/u.test(lines[at + 1] ?? 'end')) at++;
    } else if (ITEM.test(line) && CONTENTS.test(lines[at + 1] ?? '')) {
      at++;
    } else if (BOOK_TAB.test(line)) {
      const [, label = '', last = ''] = BOOK_TAB.exec(line)!;
      out.push(shown(last), '', label === '' ? ':::' : `:::tab[${label.replaceAll(/,\s*/gu, ', ')}]`, '');
    } else if (
      ticks === '' &&
      line.length < LONGEST_JOINED &&
      OPEN_ROLE.test(line) &&
      OPEN_ROLE.test(line.replace(CODE_OR_ROLE, '')) &&
      !BLOCK.test(lines[at + 1] ?? '') &&
      /^[^`]*`(?!`)/u.test(lines[at + 1]!)
    ) {
      lines[at + 1] = `${line.trimEnd()} ${lines[at + 1]!.trimStart()}`;
    } else if (ticks !== '' || !TARGET.test(line)) {
      const formula = ticks === '' ? formulaAt(lines, at) : undefined;
      if (formula !== undefined) {
        const { indent, body, last, after } = formula;
        const more = after.replace(LABEL, '');
        out.push(`${indent}$$`, ...body, `${indent}$$`, ...(more === '' ? [] : [indent + shown(more.trim())]));
        at = last;
        continue;
      }
      const from = ticks === '' ? 0 : endOfCode(line, ticks, 0);
      const opening = from < 0 ? undefined : openCode(lines, at, from);
      if (from >= 0) ticks = opening?.[1] ?? '';
      const to = from < 0 ? 0 : (opening?.index ?? line.length);
      const own = (isMyst ? hugged : String)(line.slice(Math.max(0, from), to)).replace(HEADING_ID, '$1 {#$2}');
      const plain = line.slice(0, Math.max(0, from)) + withoutReferences(shown(own), defined) + line.slice(to);
      // A line that only holds what is not shown does not part the lines around it.
      if (plain.trim() !== '' || line.trim() === '') out.push(plain);
    }
  }
  return out.join('\n');
}

/** Index behind the backticks that end code in a line; -1 if they are not in it. */
function endOfCode(line: string, ticks: string, from: number): number {
  const end = line.slice(from).search(new RegExp(`(?<!\`)${ticks}(?!\`)`, 'u'));
  return end < 0 ? -1 : from + end + ticks.length;
}

/** Backticks that begin code in a line, which ends in a later line of the paragraph. */
function openCode(lines: readonly string[], at: number, from: number): RegExpExecArray | undefined {
  const line = lines[at]!;
  const runs = /(?<![`\\])(`+)(?!`)/gu;
  runs.lastIndex = from;
  for (let run = runs.exec(line); run !== null; run = runs.exec(line)) {
    const [, ticks = ''] = run;
    const end = endOfCode(line, ticks, runs.lastIndex);
    if (end >= 0) runs.lastIndex = end;
    else
      for (let next = at + 1; next < lines.length && next <= at + MOST_LINES && !BLOCK.test(lines[next]!); next++)
        if (endOfCode(lines[next]!, ticks, 0) >= 0) return run;
  }
  return undefined;
}

function ends(line: string, { fence, indent }: Pick<Open, 'fence' | 'indent'>): boolean {
  const [, space = '', own = '', name, rest] = FENCE.exec(line.trimEnd()) ?? [];
  return name === undefined && rest === '' && own.startsWith(fence) && space.length <= indent.length + MOST_INDENT;
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
  const caption = CAPTION.exec(options)?.[2];
  const unseen = { fence, indent, first: undefined, end: undefined, isText: false };
  if (braces === undefined && OUTLINE.test(argument)) return unseen;
  if (braces === undefined) return { ...code(''), first: line.slice(indent.length) };
  const callout = /\.callout-(\w+)/u.exec(name)?.[1];
  const own = / title="[^"]*"/u.exec(braces)?.[0] ?? '';
  if (!fence.startsWith(':') && name.startsWith('.')) return code((/^\.[\w+-]+/u.exec(name)?.[0].slice(1) ?? '') + own);
  if (!fence.startsWith(':') && LANGUAGE.test(name)) return code(/^\w+/u.exec(name)![0]);
  if (UNSEEN.test(name) || (CODE.test(name) && UNSEEN_CELL.test(options))) return unseen;
  if (CODE.test(name)) {
    const language = argument.split(/\s/u, 1)[0]!.replace(/^ipython3?$/u, 'python');
    return code(language + (caption === undefined ? '' : ` title="${caption.replaceAll('"', "'")}"`));
  }
  if (name === 'math')
    return { fence, indent, first: `$$${argument === '' ? '' : `\n${argument}`}`, end: '$$', isText: false };
  const box = { fence, indent, isText: true };
  const version = versionNote(name, shown(argument), ends(next, box));
  if (version !== undefined) return { ...box, first: version, end: '' };
  const title = /title="([^"]*)"/u.exec(braces)?.[1] ?? shown(argument);
  if (UNBOXED.test(name) || RST.test(name) || (/^[.#]/u.test(name) && callout === undefined))
    return { ...box, first: /table$|^topic$/u.test(name) ? title : '', end: '', holdsTerms: name === 'glossary' };
  const colons = ':'.repeat(Math.max(3, MOST_COLONS - depth));
  return { ...box, first: `${colons}${boxed(callout ?? name, title)}`, end: colons };
}

/** Names and titles of boxes, as a container writes them. */
function boxed(name: string, title: string): string {
  const kind = name.replace(/^.*:/u, '').replace(/[^\w-].*$/u, '');
  if (kind === 'tab-item') return `tab[${title}]`;
  if (kind === 'dropdown') return `details[${title}]`;
  if (!name.startsWith('prf:') && !/^(?:exercise|solution)$/u.test(kind)) return container(kind, title);
  // The text after the name of a solution is a label that no reader sees.
  const own = title === '' || kind === 'solution' ? '' : ` (${title})`;
  return container(kind, kind[0]!.toUpperCase() + kind.slice(1) + own);
}

/** References that nothing in the text defines lead to what other pages name, if they look so: `[i][j]` is text. */
function withoutReferences(line: string, defined: ReadonlySet<string>): string {
  return line.replace(REFERENCE, (whole, text: string, label: string) =>
    defined.has((label || text).toLowerCase()) || (/^[^\W_]{1,2}$/u.test(label) && !text.startsWith('`'))
      ? whole
      : text,
  );
}

/** A line with its roles and marks as what they show, and without what only sets up how it looks. */
function shown(line: string): string {
  const plain = withoutAttributes(line.replace(ICON, '')).replace(CODE_OR_ROLE, (whole, ...found) => {
    const groups = found.at(-1) as Readonly<Record<string, string>>;
    const { ticks, space = '', glued, braces = glued, colons, text = '', equation } = groups;
    if (ticks !== undefined) return whole;
    if (equation !== undefined) return '(…)';
    const name = (braces ?? colons ?? '').toLowerCase();
    if (WITHOUT_TEXT.test(name)) return '';
    if (name === 'math') return `${space}$${text.trim()}$`;
    const named = /^\s*([^<]*?)\s*<[^>]*>\s*$/u.exec(text)?.[1];
    if (/^eq(?:ref)?$/u.test(name)) return `${space}(…)`;
    if (name.startsWith('cite'))
      return (glued === undefined ? space : ' ') + (named ? `[${named}]` : cited(name, text));
    if (name.startsWith('glue')) return `${space}…`;
    if (NAMES_CODE.test(name)) return `${space}\`${named ?? text.replace(/^~(?:.*\.)?/u, '')}\``;
    if (named !== undefined && named !== '') return space + named;
    return space + (/ref$|^(?:doc|term|any)$/u.test(name) ? targetWords(text) : text);
  });
  return plain.replace(INLINE, (whole, ...found) => {
    const { kept, slashes, tex = '' } = found.at(-1) as Readonly<Record<string, string>>;
    const isFormula = kept === undefined && (slashes?.length === 2 || isCertainTex(tex));
    return isFormula ? `$$${tex.trim()}$$` : whole;
  });
}

/** The first author and the year in the key of a source (`hu_guo2018`, `jackson2010social`, `Tooze_2014`), or the author alone (`Cagan`). */
const KEY =
  /^(?:(?!(?:von|van|de[lr]?|d[aiu]|l[ae])[A-Z_-])([A-Za-z]+?)(?:EtAl)?(?:[_.-][^:]*?)?((?:1[5-9]|20)\d\d)(?!\d)|([A-Z][a-z]+)$)/u;

/** Sources as "[Jackson 2010]", in textual citations without the brackets. A key that says less is `…`, or stays in the text. */
function cited(name: string, keys: string): string {
  const sources = keys.split(',').map((key) => {
    const [, author = '', year, alone = '…'] = KEY.exec(key.trim()) ?? [];
    return year === undefined ? alone : `${author[0]!.toUpperCase()}${author.slice(1)} ${year}`;
  });
  const text = [...new Set(sources)].join('; ');
  if (!/^cite:?(?:t|ct|alt|alp|author)s?$/u.test(name)) return `[${text}]`;
  return text.includes('…') ? keys : text;
}

/** Formulas without the spaces that MyST allows inside their dollars. */
function hugged(line: string): string {
  return line.replace(SPACED, (whole, _ticks, content?: string) => {
    const tex = content?.trim() ?? '';
    // Words stand between two formulas.
    return isTex(tex) && !/(?<![\\\p{L}{_^])\p{L}{3,}/u.test(tex) ? `$${tex}$` : whole;
  });
}

/** Headings keep their id. */
function withoutAttributes(line: string): string {
  const isHeading = /^[ \t]*#/u.test(line);
  const plain = isHeading
    ? line
    : line.replace(INLINE_ATTRIBUTES, (_, kept: string, _ticks, span = kept) => (TASK.test(kept) ? kept : span));
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
