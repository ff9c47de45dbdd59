import { directiveFromMarkdown } from 'mdast-util-directive';
import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { mdxFromMarkdown } from 'mdast-util-mdx';
import { directive } from 'micromark-extension-directive';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { mdxjs } from 'micromark-extension-mdxjs';
import type { RawPage } from '../../types/source.ts';
import { comment, commentFromMarkdown } from '@slorber/remark-comment';
import { cssName, type MarkNode } from './mark-node.ts';
import { outsideFences } from './fences.ts';
import { isCertainTex } from '../html/read-inline.ts';

interface Tree {
  readonly root: MarkNode;
  /** Why the text could not be read as MDX; `''` when it could, or is not MDX. */
  readonly problem: string;
}

/**
 * Reads a Markdown text in the syntax of its format. Text that is no valid MDX, also once the elements of HTML that have no end tag are closed,
 * is read as CommonMark with raw HTML.
 */
export function readTree(text: string, format: RawPage['format']): Tree {
  if (format !== 'mdx') return { root: read(text, format === 'mdbook' ? MDBOOK : COMMON_MARK), problem: '' };
  try {
    return { root: read(text, MDX), problem: '' };
  } catch (error) {
    const closed = outsideFences(text, (line) =>
      line.replace(UNCLOSED, (whole: string, _code, _ticks, tag?: string) => (tag === undefined ? whole : `${tag}/>`)),
    );
    try {
      if (closed !== text) return { root: read(closed, MDX), problem: '' };
    } catch {
      // The first message names what the author wrote.
    }
    return { root: read(withHtmlStyles(text), COMMON_MARK), problem: describe(error) };
  }
}

/** `<img …>` and its like, and code, which stays as it is. */
const UNCLOSED = /((?<!`)(`+)(?!`).+?(?<!`)\2(?!`))|(<(?:br|hr|img|input|source|wbr)\b(?:[^<>]*[^<>/])?)>/gi;

/** Header and delimiter of a table, then its rows. */
const TABLE = /^(\|.*\n\|[-:| \t]+\n)((?:\|.*(?:\n|$))+)/gm;
/** Rows that are read at once. The parser takes 13 kB for each until it has read a whole text. */
const ROWS = /(?:.+\n?){1,200}/g;
/** Targets of links such as `[text][label]`. */
const DEFINITION = /^ {0,3}\[[^[\]\n]+\]:.*(?:\n[ \t]+\S.*)?$/gm;

/** Reads the rows of long tables some at a time, because all at once they would exceed the memory for a page. */
function read(text: string, grammar: Grammar): MarkNode {
  /** By the offset of the table in the text without these rows. */
  const rowsLater = new Map<number, readonly string[]>();
  let removed = 0;
  const short = text.replace(TABLE, (table: string, top: string, rows: string, at: number) => {
    const parts = rows.match(ROWS)!;
    if (parts.length === 1 || !/^[ \t]*(?:\n|$)/.test(text.slice(at + table.length))) return table;
    const [first = '', ...others] = parts;
    rowsLater.set(
      at - removed,
      others.map((part) => top + part),
    );
    // Blank lines, so that messages name the right lines.
    const blank = '\n'.repeat(others.join('').split('\n').length - 1);
    removed += others.join('').length - blank.length;
    return top + first + blank;
  });
  if (rowsLater.size === 0) return readWhole(text, grammar);
  const root = readWhole(short, grammar);
  const partsOf = ({ type, position }: MarkNode): readonly string[] =>
    (type === 'table' && rowsLater.get(position!.start.offset)) || [];
  // Rows in code, for example, are no table.
  const found = root.children!.filter((node) => partsOf(node).length > 0);
  if (found.length < rowsLater.size) return readWhole(text, grammar);
  const definitions = text.match(DEFINITION) ?? [];
  const rowsOf = (part: string): readonly MarkNode[] =>
    readWhole([part, ...definitions].join('\n'), grammar).children![0]!.children!.slice(1);
  const withRows = (node: MarkNode): MarkNode => ({
    ...node,
    children: [...node.children!, ...partsOf(node).flatMap(rowsOf)],
  });
  try {
    return { ...root, children: root.children!.map((node) => (partsOf(node).length > 0 ? withRows(node) : node)) };
  } catch {
    // Fails again, and names the right line.
    return readWhole(text, grammar);
  }
}

/** GitHub's Markdown with more on top. */
function readWhole(text: string, { syntax, tree }: Grammar): MarkNode {
  return fromMarkdown(text, {
    extensions: [EMAIL.test(text) ? GFM : GFM_WITHOUT_EMAIL, ...syntax],
    mdastExtensions: [MAY_LINK.test(text) ? LINK_TREE : { ...LINK_TREE, transforms: [] }, ...GFM_TREE, ...tree],
  }) as unknown as MarkNode;
}

const IMPORT = /^import\s(?:[\w$*{][^'"]*\sfrom\s*)?(["'])[^'"]+\1;?[ \t]*$/;

/** JSX notation of what hides an element as HTML has it, outside of code, so that hidden text stays hidden; without comments of JSX and imports. */
function withHtmlStyles(text: string): string {
  return outsideFences(text.replace(/\{\/\*[\s\S]*?\*\/\}/g, ''), (line) => {
    if (IMPORT.test(line)) return '';
    if (line.includes('`') || !line.includes('={')) return line;
    return line
      .replace(
        /\bstyle=\{\{([^{}]{0,500})\}\}/g,
        (_, style: string) => `style="${cssName(style).replace(/["']/g, '').replace(/,/g, ';')}"`,
      )
      .replace(/\b(hidden|aria-hidden)=\{true\}/g, '$1="true"');
  });
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown syntax error';
  const { line, reason } = error as { readonly line?: unknown; readonly reason?: unknown };
  const what = typeof reason === 'string' ? reason : error.message;
  return typeof line === 'number' ? `line ${line}: ${what}` : what;
}

type Syntax = NonNullable<Options['extensions']>[number];
type Construct = Extract<NonNullable<NonNullable<Syntax['flow']>[number]>, { tokenize: unknown }>;
type State = ReturnType<Construct['tokenize']>;

const DOLLAR = 36;

/**
 * Maths, with a guard on single dollars: whether a site has a maths plugin is not known here, and prices and shell variables
 * are far more common than formulas. `$…$` counts only when it hugs its content, no letter or digit touches it outside, and
 * the content looks like TeX; over the end of a line only when it holds a command. What can only be TeX need not hug.
 */
function mathSyntax(): Syntax {
  const original = math() as unknown as {
    readonly flow: Syntax['flow'];
    readonly text: Readonly<Record<number, Construct>>;
  };
  const inner = original.text[DOLLAR]!;
  const guarded: Construct = {
    ...inner,
    tokenize(effects, ok, nok): State {
      const start = this.now();
      const touchesWord = isWordCode(this.previous);
      const proceed: State = (code) => {
        const source = this.sliceSerialize({ start, end: this.now() });
        return (!touchesWord && !isWordCode(code) && isFormula(source) ? ok : nok)(code);
      };
      return inner.tokenize.call(this, effects, proceed, nok);
    },
  };
  return { flow: original.flow, text: { [DOLLAR]: guarded } } as Syntax;
}

function isFormula(source: string): boolean {
  const content = /^\$([^$]+)\$$/.exec(source)?.[1] ?? '';
  // A pattern ends with a dollar too: space behind the first alone parts two of them.
  const isCertain = content.length <= 200 && !/^\s.*\S$/su.test(content) && isCertainTex(content);
  return source.startsWith('$$') || isCertain || (content.trim() === content && isTex(content));
}

/** A sign or command of TeX, a call, a difference, a product with a transpose, one short name, or a row of single letters and numbers such as `(x, y)` and `p q`. */
export function isTex(content: string): boolean {
  if (content.includes('\n')) return /^\p{L}[^.!?$]{0,80}[=<>^_]/u.test(content) && isTex(content.replace('\n', ' '));
  return (
    /[\\^_{}=<>+*/|]|^\(?[\p{L}\d.,]{1,4}\)?$|[a-zA-Z](?: ?- ?[a-zA-Z\d]|[([])|^\(?\d+ ?- ?[a-zA-Z]\)?$|^[-−+]?\p{L}'\p{L}{1,2}$/u.test(
      content,
    ) ||
    (content.length <= 100 && ROW.test(content))
  );
}

const ROW =
  /^[-−±([]{0,3}(?:\p{L}|\d[\d.]*)[!'’)\]]{0,3}(?:(?:[,;:] ?| )[-−±([]{0,3}(?:\p{L}|\d[\d.]*)[!'’)\]]{0,3})*$/u;

function isWordCode(code: number | null): boolean {
  return code !== null && code > 0 && /[\p{L}\p{N}_]/u.test(String.fromCodePoint(code));
}

const GFM = gfm() as Syntax & { readonly text: Readonly<Record<string, Construct | readonly Construct[]>> };
/** The parser looks for e-mail addresses at every letter, in half of its time, and few pages have one. */
const GFM_WITHOUT_EMAIL: Syntax = {
  ...GFM,
  text: Object.fromEntries(
    Object.entries(GFM.text).map(([code, constructs]) => [
      code,
      [constructs].flat().filter(({ name }) => name !== 'emailAutolink'),
    ]),
  ),
};
const EMAIL = /[\w.+-]@[\w.-]/;
/** Addresses are looked for again in decoded escapes and entities. */
const MAY_LINK = /@|www|http|&/i;
const [LINK_TREE = {}, ...GFM_TREE] = gfmFromMarkdown();

interface Grammar {
  readonly syntax: readonly Syntax[];
  readonly tree: readonly NonNullable<Options['mdastExtensions']>[number][];
}

const MDBOOK: Grammar = { syntax: [], tree: [] };
const COMMON_MARK: Grammar = {
  syntax: [directive(), mathSyntax()],
  tree: [directiveFromMarkdown(), mathFromMarkdown()],
};
const MDX: Grammar = {
  // HTML comments are no syntax of MDX itself; read as Docusaurus reads them. The types are of an older parser.
  syntax: [...COMMON_MARK.syntax, mdxjs(), comment as unknown as Syntax],
  tree: [...COMMON_MARK.tree, mdxFromMarkdown(), (commentFromMarkdown as unknown as () => Grammar['tree'][number])()],
};
