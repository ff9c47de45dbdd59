import type { RawPage } from '../../types/source.ts';

/** Colours of a terminal. */
const COLOUR = /\u001B\[[\d;]*m/g;

/** The text of code without what the built page hides. */
export function shownCode(text: string, language: string, meta: string, format: RawPage['format']): string {
  const lines = (language === 'ansi' ? text.replace(COLOUR, '') : text).split(/\r\n?|\n/);
  return (format === 'mdbook' ? withoutHidden(lines, language) : withoutMagic(lines, meta)).join('\n');
}

/** `rust,ignore`, `js{1,3}`, `sh-vue` and `language-Ts` give `rust`, `js`, `sh` and `ts`. */
export function languageOf(info: string): string {
  return (/^(?:language-)?([^\s,{:]+)/.exec(info.trim())?.[1] ?? '').toLowerCase().replace(/-vue$/, '');
}

/** A quoted text alone in the braces of Vue or Angular, with signs that they would else take for their own; Go's templates quote names. */
const LITERAL = /\{\{\s*(["'])(?=[^"'\n]{0,300}[{}<>])((?:(?!\1)[^\n]){1,300}?)\1\s*\}\}/g;

/** Code as sites show it that fill it in: https://vitepress.dev/guide/using-vue#unescape-in-code-blocks. */
export function withLiterals(code: string): string {
  return code.replace(LITERAL, '$2');
}

/** Label of a fence that is a tab: `tab="File (YAML)"`, which SuperFences of pymdown-extensions 7 reads; `''` if it is none. */
export function tabOf(meta: string): string {
  return /(?:^|\s)tab="([^"]*)"/.exec(meta)?.[1]?.trim() ?? '';
}

/**
 * `title="a.js"`; `filename` of Nextra (https://nextra.site/docs/guide/syntax-highlighting) and `file` in attributes of Hugo; `[a.js]` as
 * VitePress names the tabs of a group.
 */
export function titleOf(meta: string): string {
  const match = /(?:^|[\s{])(?:(?:title|file(?:name)?)=(?:"([^"]*)"|'([^']*)')|\[([^\]]+)\])/.exec(meta);
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? '';
}

/** Code of which the page shows only what it prints: https://pawamoy.github.io/markdown-exec/usage/. */
export function isOnlyRun(meta: string): boolean {
  return /(?:^|\s)exec="?(?:on|1|yes|true)\b/.test(meta) && !/\bsource=/.test(meta);
}

const MAGIC =
  /^\s*(?:\/\/|\/\*|\{\s*\/\*|#|<!--|--|;;|%|'|rem\b|!|\(\*)\s*highlight-(?:next-line|start|end)\s*(?:\*\/\s*\}?|-->|\*\))?\s*$/;

/** Marks of lines in VitePress. */
const EMPHASIS =
  /[ \t]*(?:\/\/|#|<!--|\/\*|--)[ \t]*\[!code (?:\+\+|focus|highlight|hl|warning|error|word:[^\]]*)(?::\d+)?\][ \t]*(?:-->|\*\/)?$/;

/** Mark of a line, or of a number of lines, that a diff takes out: no code to copy. */
const TAKEN_OUT = /(?:\/\/|#|<!--|\/\*|--)[ \t]*\[!code --(?::(\d+))?\][ \t]*(?:-->|\*\/)?$/;

/** Lines that Expressive Code takes out: `del={2,5-7}`, `del={"1":4}`. */
const MOST_RANGES = 50;
const TAKEN_OUT_LINES = /(?:^|\s)del=\{(?:(?:"[^"]*"|'[^']*'):)?([\d,\s-]+)\}/g;

function withoutTakenOut(lines: readonly string[], meta: string): readonly string[] {
  const ranges = [...meta.matchAll(TAKEN_OUT_LINES)]
    .flatMap(([, list = '']) => list.split(','))
    .slice(0, MOST_RANGES)
    .map((range) => range.split('-').map(Number));
  let left = 0;
  return lines.filter((line, at) => {
    const mark = TAKEN_OUT.exec(line);
    if (mark !== null) left = Number(mark[1] ?? 1);
    if (ranges.some(([first = 0, last = first]) => at + 1 >= first && at < last)) return false;
    return left-- <= 0;
  });
}

/** Docusaurus drops the comments that only mark lines, unless the fence itself names lines. */
function withoutMagic(lines: readonly string[], meta: string): readonly string[] {
  if (/(?:^|\s)twoslash\b/.test(meta)) return withoutTwoslash(lines);
  const unmarked = withoutTakenOut(lines, meta).map((line) => line.replace(EMPHASIS, ''));
  return /\{[\d,\s-]+\}/.test(meta) ? unmarked : unmarked.filter((line) => !MAGIC.test(line));
}

const CUT = /^\s*\/\/ ---cut(?:-(before|after|start|end))?---\s*$/;
const DIRECTIVE = /^\s*\/\/\s*(?:@\w+(?::.*)?|\^[?|].*)$/;

/** Twoslash hides what a sample needs to compile, and its own directives: https://twoslash.netlify.app/refs/notations. */
function withoutTwoslash(lines: readonly string[]): readonly string[] {
  let kept: string[] = [];
  let isHidden = false;
  for (const line of lines) {
    const [isCut, kind = 'before'] = CUT.exec(line) ?? [];
    if (isCut === undefined) {
      if (!isHidden && !DIRECTIVE.test(line)) kept.push(line);
    } else if (kind === 'before') kept = [];
    else if (kind === 'after') break;
    else isHidden = kind === 'start';
  }
  return kept;
}

const HIDDEN = /^(\s*)#(.?)(.*)$/;

/** mdBook hides Rust lines that start with `#`; `##` means one `#`, attributes stay. */
function withoutHidden(lines: readonly string[], language: string): readonly string[] {
  if (language !== 'rust') return lines;
  return lines.flatMap((line) => {
    const match = HIDDEN.exec(line);
    if (match === null || match[2] === '!' || match[2] === '[') return [line];
    return match[2] === '#' ? [`${match[1]}#${match[3]}`] : [];
  });
}
