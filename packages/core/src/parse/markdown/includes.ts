/** Files that a page takes into its text, in the notations of several generators. */
import type { RawPage } from '../../types/source.ts';
import { codeBorders, dedented } from './fences.ts';
import type { MarkdownImport } from './imports.ts';
import { frontMatter } from './parse-markdown.ts';

/** Lines from 1, both included; negative ones count from the end, where an empty line follows the last end of line. */
type Range = readonly [from: number, to: number];

export interface Include {
  /** As written; the key in `RawPage.imports`. */
  readonly path: string;
  /** The path is relative to the file that it stands in, the folders that the generator's configuration names, or one above the file. */
  readonly base: 'file' | 'project' | 'above';
  /** Lines of the file, or of its section; all without any. */
  readonly ranges: readonly Range[];
  /** Name of a part of the file; `''` for all of it. */
  readonly section: string;
}

/** Files, and lines between them, in the place of a notation; as a block of code if there is a language. */
interface Content {
  readonly parts: readonly (Include | string)[];
  readonly indent?: string | undefined;
  readonly language?: string | undefined;
}

interface Notation {
  readonly pattern: RegExp;
  /** Lines that begin and end a section; the groups are the end and the name. */
  readonly marks: RegExp;
  /** True if it is only text in fenced code. */
  readonly isCode?: true;
  /** Receives what the pattern matches; gives what stands in its place. */
  readonly read: (match: readonly (string | undefined)[]) => Content | string;
}

const ANCHOR = /ANCHOR(_END)?:\s*([\w-]+)/;
const SNIPPET = /-8<-+[ \t]+\[[ \t]*(?:start|(end))[ \t]*:[ \t]*([a-z][\w-]*)[ \t]*\]/i;
const REGION =
  /^\s*(?:\/\/|#|<!--|\/\*|\(\*|--|::|"\/\/|@?[rR][eE][mM]\b)\s*#?\s*(?:pragma\s+)?([eE]nd ?)?[rR]egion\b[ \t]*"?([\w.-]*)/;

/** https://rust-lang.github.io/mdBook/format/mdbook.html; a backslash before a link makes it text. */
const MDBOOK: readonly Notation[] = [
  {
    pattern: /\\?\{\{\s*#([a-zA-Z0-9_]+)(?:\s+([^}]+?))?\s*\}\}/,
    marks: ANCHOR,
    read([whole = '', name = '', target = '']) {
      if (whole.startsWith('\\')) return whole.slice(1);
      if (name === 'title') return '';
      if (!/^(?:(?:rustdoc_)?include|playground|playpen)$/.test(name)) return whole;
      const [path = '', first = '', second] = target.trim().split(/\s+/, 1)[0]!.split(':');
      const isLines = /^\d*$/.test(first);
      const ranges = isLines && first + (second ?? '') !== '' ? [range(first, second ?? first)] : [];
      const language = name.startsWith('play') ? 'rust' : undefined;
      return { parts: [include(path, 'file', ranges, isLines ? '' : first)], language };
    },
  },
  // Places of what a preprocessor writes: https://github.com/google/comprehensive-rust/tree/main/mdbook-course.
  { pattern: /^[ \t]*\{\{%[^{}\n]*\}\}[ \t]*$/, marks: ANCHOR, isCode: true, read: () => '' },
];

const MARKDOWN: readonly Notation[] = [
  // Templates show this as it is.
  {
    pattern: /\{%-?\s*raw\s*-?%\}(?:(?!\{%-?\s*raw\b)[\s\S])*?\{%-?\s*endraw\s*-?%\}/,
    marks: ANCHOR,
    read: ([whole = '']) => whole,
  },
  // https://facelessuser.github.io/pymdown-extensions/extensions/snippets/; a semicolon before it makes it text.
  { pattern: /;-+8<-/, marks: SNIPPET, read: ([whole = '']) => whole.slice(1) },
  {
    pattern: /^([ \t]*)-+8<-+[ \t]+(?:"([^"\n]+)"|'([^'\n]+)')$/,
    marks: SNIPPET,
    read: ([, indent, double, single]) => ({ parts: snippets(double ?? single!), indent }),
  },
  {
    pattern: /^[ \t]*-+8<-+\n(([ \t]*)(?:(?![ \t]*-+8<-)[^\n]*\n){1,100})[ \t]*-+8<-+$/,
    marks: SNIPPET,
    read: ([, files = '', indent]) => ({ parts: files.trimEnd().split('\n').flatMap(snippets), indent }),
  },
  // https://github.com/tiangolo/markdown-include-variants, of which the first variant is read.
  {
    pattern: /^([ \t]*)\{\*[ \t](\S+)[ \t]((?:[^\n*]|\*(?!\}))*)\*\}[ \t]*$/,
    marks: SNIPPET,
    read([, indent, path, options = '']) {
      const ranges = rangesOf(/ln\[([^\]]*)\]/.exec(options)?.[1]).filter(([from]) => from !== 0);
      const parts = ranges
        .flatMap((one) => ['', '# Code here omitted 👈', '', include(path, 'project', [one])])
        .slice(3);
      const language = `python ${(/title\["[^"\]]*"\]/.exec(options)?.[0] ?? '').replace(/\[(.*)\]/, '=$1')}`.trim();
      return { parts: parts.length === 0 ? [include(path, 'project')] : parts, indent, language };
    },
  },
  // https://github.com/cmacmackin/markdown-include, and its like with `[ln:1-3]`: https://github.com/neurobin/mdx_include.
  {
    pattern:
      /(?:^([ \t]+))?(?<!`)\\?\{!>?[ \t]*([^\s!{}"'`|[\]]+\.\w+)[ \t]*(?:\[ln:([^\]\n]*)\][ \t]*)?!(?:lines=([\d -]+))?\}/,
    marks: SNIPPET,
    read([whole = '', indent, path, slices, blocks]) {
      if (whole.trimStart().startsWith('\\')) return whole.replace('\\', '');
      return { parts: [include(path, 'project', rangesOf(slices ?? blocks))], indent };
    },
  },
  // https://vitepress.dev/guide/markdown#markdown-file-inclusion, and with `{1-3}` of VuePress.
  {
    pattern: /<!--[ \t]*@include:[ \t]*([^\s<>{}#]+)(?:#([^\s{<>]+))?(?:\{(\d*)[,-](\d*)\})?[ \t]*-->/,
    marks: REGION,
    read: ([, path, section, from, to]) => ({
      parts: [include(path, 'file', from === undefined ? [] : [range(from, to)], section)],
    }),
  },
  // https://vitepress.dev/guide/markdown#import-code-snippets, whose braces name lines to highlight.
  {
    pattern:
      /^([ \t]*)<<<[ \t]*((?:[^\s<{}[\]#]|[ \t](?=[^\s{}[\]#]))+)(?:#([\w.-]+))?(?:[ \t]*\{([^{}\n]*)\})?(?:[ \t]*(\[[^\n]+\]))?[ \t]*$/,
    marks: REGION,
    isCode: true,
    read([, indent, path, section, braces = '', title = '']) {
      const language = /(?:^|\s)([a-z][\w+#-]*)/i.exec(braces)?.[1] ?? endingOf(path);
      return { parts: [include(path, 'file', [], section)], indent, language: `${language} ${title}`.trimEnd() };
    },
  },
  // https://vuejs.press/guide/markdown.html#import-code-blocks.
  {
    pattern: /^([ \t]*)@\[code(?:\{(\d*)-(\d*)\})?(?:[ \t]([^\]\n]*))?\]\(([^)\s]+)\)[ \t]*$/,
    marks: REGION,
    isCode: true,
    read([, indent, from, to, info = '', path]) {
      const ranges = from === undefined ? [] : [range(from, to)];
      return { parts: [include(path, 'file', ranges)], indent, language: info.trim() || endingOf(path) };
    },
  },
  // Tags of Hugo's own site and of Docsy, of Jekyll, and of https://github.com/mondeja/mkdocs-include-markdown-plugin.
  {
    pattern:
      /^([ \t]*)\{(?:\{[<%]|%-?)[ \t]*(?:include(?:[-_](?:markdown|relative))?[ \t]+["']?\/?([\w./-]+\.md)|readfile[ \t]+(?:file=)?"\/?([\w./-]+)")(?:["' \t]([^{}\n]*))?[>%]\}\}?[ \t]*$/,
    marks: REGION,
    isCode: true,
    read([, indent, page, file, options = '']) {
      const language = /\blang="([^"]*)"/.exec(options)?.[1] ?? endingOf(file);
      const isShown = /\bcode="?true\b/.test(options);
      return { parts: [include(page ?? file, 'above')], indent, language: isShown ? language : undefined };
    },
  },
];

/** Notations by format, with one pattern for all of them. */
const NOTATIONS = Object.fromEntries(
  Object.entries({ mdbook: MDBOOK, markdown: MARKDOWN }).map(([format, notations]) => [
    format,
    { notations, any: new RegExp(notations.map(({ pattern }) => pattern.source).join('|'), 'gm') },
  ]),
);

function include(path = '', base: Include['base'], ranges: readonly Range[] = [], section = ''): Include {
  return { path, base, ranges, section };
}

/** `dir/f.md`, `f.md:3:7,9`, `f.md::5` or `f.md:name`; nothing where a semicolon takes it out; an empty line. */
function snippets(written: string): readonly (Include | string)[] {
  const [, path = '', lines, section] =
    /^(.*?)(?::(?=[-:\d])(-?\d*(?::-?\d*)?(?:,-?\d*(?::-?\d*)?)*)|:([a-z][\w-]*))?$/is.exec(written.trim())!;
  if (path === '') return [''];
  return path.startsWith(';') ? [] : [include(path, 'project', rangesOf(lines, ''), section)];
}

/** Ranges with a colon or a dash, apart by commas or spaces; `open` is the end of one that is a single number. */
function rangesOf(text = '', open?: string): readonly Range[] {
  return (text.match(/-?\d*(?:[:-]-?\d+|:)?/g) ?? []).flatMap((one) => {
    const [, from = '', to] = /^(-?\d*)(?:[:-](-?\d*))?$/.exec(one)!;
    return one === '' ? [] : [range(from, to ?? open ?? from)];
  });
}

function range(from = '', to = ''): Range {
  return [from === '' ? 1 : Number(from), to === '' ? Number.POSITIVE_INFINITY : Number(to)];
}

function endingOf(path = ''): string {
  return /\.(\w+)$/.exec(path)?.[1] ?? '';
}

/** The text with each notation replaced by what it reads as, or by what `write` makes of its files; it stays where that is `undefined`. */
function replaceIncludes(
  text: string,
  format: RawPage['format'],
  write: (content: Content, notation: Pick<Notation, 'marks'> & { readonly isInCode: boolean }) => string | undefined,
): string {
  const { notations = [], any = /$^/g } = NOTATIONS[format] ?? {};
  const out: string[] = [];
  const isCodeAt = codeBorders(text);
  let at = 0;
  for (const { 0: whole, index } of text.matchAll(any)) {
    const found = notations.map((one) => ({ ...one, match: one.pattern.exec(whole) }));
    const notation = found.find(({ match }) => match?.[0] === whole);
    const isInCode = isCodeAt(index);
    if (!notation?.match || (notation.isCode === true && isInCode)) continue;
    const content = notation.read(notation.match);
    const shown = typeof content === 'string' ? content : write(content, { marks: notation.marks, isInCode });
    if (shown === undefined) continue;
    out.push(text.slice(at, index), shown);
    at = index + whole.length;
  }
  return out.join('') + text.slice(at);
}

/** The files that a text names. */
export function includesIn(text: string, format: RawPage['format']): readonly MarkdownImport[] {
  const found: MarkdownImport[] = [];
  replaceIncludes(text.replaceAll(/\r\n?/g, '\n'), format, ({ parts, language }) => {
    const kind = language === undefined || format === 'mdbook' ? 'markdown' : 'text';
    for (const part of parts) {
      if (typeof part !== 'string' && part.path !== '')
        found.push({ specifier: part.path, path: part.path, base: part.base, kind });
    }
    return '';
  });
  return found;
}

interface Expanded {
  readonly text: string;
  /** Files that the source did not hand over, and sections that they do not have, as written. */
  readonly missing: readonly string[];
}

const DEEPEST = 10;
/** Characters; a file that includes itself in many places would else grow without end. */
const LONGEST = 8_000_000;

/** The text with what its files hold in place of their names. Never throws; what cannot be resolved leaves no text. */
export function expandIncludes(source: string, format: RawPage['format'], imports: RawPage['imports']): Expanded {
  const missing = new Set<string>();
  let size = 0;

  const isThere = (key: string): boolean => Object.hasOwn(imports, key);

  function expand(text: string, outer: string, depth: number): string {
    return replaceIncludes(text, format, ({ parts, indent = '', language }, { marks, isInCode }) => {
      // Pages of VitePress that tell how to include files show it as code. MkDocs shows nothing there, and mdBook includes files into code.
      if (isInCode && marks === REGION && !parts.some((part) => typeof part !== 'string' && isThere(outer + part.path)))
        return undefined;
      const lines = parts.map((part) =>
        typeof part === 'string' ? part : content(part, marks, language, outer, depth),
      );
      const ticks = lines.join('\n').match(/`{3,}/g) ?? [];
      const fence = '`'.repeat(ticks.reduce((most, { length }) => Math.max(most, length + 1), 3));
      const shown = language === undefined ? lines : [fence + language, ...lines, fence];
      return lines.every((one) => one === '') ? '' : shown.join('\n').replace(/^(?=[^\n])/gm, indent);
    });
  }

  function content(part: Include, marks: RegExp, language: string | undefined, outer: string, depth: number): string {
    const key = outer + part.path;
    const file = isThere(key) ? imports[key]! : undefined;
    const isLost = file === undefined || depth >= DEEPEST || size > LONGEST;
    const shown = isLost ? undefined : select(file, part, marks, language !== undefined);
    if (shown === undefined) missing.add(file === undefined || part.section === '' ? key : `${key}:${part.section}`);
    size += shown?.length ?? 0;
    return language === undefined || format === 'mdbook' ? expand(shown ?? '', `${key} > `, depth + 1) : (shown ?? '');
  }

  return { text: expand(source, '', 0), missing: [...missing] };
}

/** The lines of a file that are asked for; `undefined` without a section of that name. */
function select(file: string, { path, ranges, section }: Include, marks: RegExp, isCode: boolean): string | undefined {
  const isPage = marks === REGION && !isCode && path.endsWith('.md') && (section !== '' || ranges.length === 0);
  const text = (isPage ? frontMatter(file).body : file).replace(/\r\n?/g, '\n');
  const lines = text.replace(/\n$/, '').split('\n');
  const part = section === '' ? lines : sectionOf(lines, section, marks);
  if (part === undefined) return undefined;
  const place = (line: number): number => Math.max(0, line < 0 ? text.split('\n').length + line + 1 : line);
  const chosen =
    ranges.length === 0 ? part : ranges.flatMap(([from, to]) => part.slice(Math.max(1, place(from)) - 1, place(to)));
  // Regions are for editors too, and stay where a whole file is shown.
  const shown = marks === REGION ? chosen : chosen.filter((line) => !marks.test(line));
  return (marks === ANCHOR || (section === '' && ranges.length === 0) ? shown : dedented(shown)).join('\n');
}

function sectionOf(lines: readonly string[], name: string, marks: RegExp): readonly string[] | undefined {
  const open: string[] = [];
  let isFound = false;
  const held = lines.filter((line) => {
    const [mark, end, own = ''] = marks.exec(line) ?? [];
    if (mark === undefined) return open.includes(name);
    isFound ||= own === name;
    // Ends of regions need no name.
    const at = own === '' ? open.length - 1 : open.lastIndexOf(own);
    if (end === undefined) open.push(own);
    else if (at >= 0) open.splice(at, 1);
    return false;
  });
  return isFound ? held : undefined;
}
