import { LABELS_ALONE, labelsIn } from './label-syntax.ts';

/** A fenced code block that is open. */
export interface Fence {
  readonly character: string;
  readonly length: number;
  /** Spaces before the fence, taken off each line. */
  readonly indent: number;
  readonly language: string;
  /** Labels written behind the fence. */
  readonly labels: readonly string[];
}

const OPENING = /^(`{3,}|~{3,})(.*)$/u;
const LABELS_BEHIND = /\s*[[\u3010]\s{0,3}\^?p\d[^`]*$/iu;

/** `line` without indentation; `undefined` when it opens no fence. */
export function openFence(line: string, indent: number): Fence | undefined {
  const [, marks = '', info = ''] = OPENING.exec(line) ?? [];
  if (marks === '' || (marks.startsWith('`') && info.includes('`'))) return undefined;
  const labels = LABELS_BEHIND.exec(info)?.[0] ?? '';
  const isLabelled = LABELS_ALONE.test(labels);
  const language = languageOf(isLabelled ? info.slice(0, -labels.length) : info);
  return { character: marks[0]!, length: marks.length, indent, language, labels: isLabelled ? labelsIn(labels) : [] };
}

/** The labels behind the fence that ends it; `undefined` for a line of code. */
export function closeFence({ character, length }: Fence, line: string): readonly string[] | undefined {
  const rest = line.trim();
  let marks = 0;
  while (rest[marks] === character) marks += 1;
  if (marks < length) return undefined;
  const behind = rest.slice(marks);
  return behind === '' ? [] : LABELS_ALONE.test(behind) ? labelsIn(behind) : undefined;
}

/** As code in chunks is named: `rust,ignore` is `rust`, and `text` names nothing. */
function languageOf(info: string): string {
  const language = (/^(?:language-)?([^\s,{:]+)/u.exec(info.trim())?.[1] ?? '').toLowerCase();
  return language === 'text' ? '' : language;
}

/** A line of code without the fence's indentation. */
export function codeLine({ indent }: Fence, line: string): string {
  let at = 0;
  while (at < indent && (line[at] === ' ' || line[at] === '\t')) at += 1;
  return line.slice(at);
}
