import type { Statement } from '../client/wire.ts';
import { type AnswerPart, answerParts } from './answer-parts.ts';
import { rowCells } from './row-cells.ts';

/** How the words of a statement are written, and what follows them. */
export interface MarkdownStyle {
  readonly words: (text: string) => string;
  /** `''` for none. */
  readonly notes: (statement: Statement) => string;
}

/** Statements as Markdown: paragraphs, lists, tables and fenced code. Nothing in code can end its fence. */
export function markdownOf(statements: readonly Statement[], style: MarkdownStyle): string {
  return answerParts(statements)
    .map((part) => partOf(part, style))
    .join('\n\n');
}

function partOf({ kind, start, statements }: AnswerPart, { words, notes }: MarkdownStyle): string {
  const line = (statement: Statement): string => words(oneLine(statement.text)) + notes(statement);
  switch (kind) {
    case 'sentence':
      return statements.map(line).join(' ');
    case 'item':
      return statements.map((statement) => `- ${line(statement)}`).join('\n');
    case 'step':
      return statements.map((statement, at) => `${start + at}. ${line(statement)}`).join('\n');
    case 'row':
      return table(statements, { words, notes });
    case 'code':
      return statements.map((statement) => fenced(statement) + behindCode(notes(statement))).join('\n\n');
  }
}

/** The first row is the header where there are more; its notes stand in the last cell. */
function table(rows: readonly Statement[], { words, notes }: MarkdownStyle): string {
  const lines = rows.map((row) => {
    const cells = rowCells(oneLine(row.text)).map((cell) => words(cell));
    return { cells, text: `| ${cells.join(' | ')}${notes(row)} |` };
  });
  const [first, ...rest] = lines;
  if (first === undefined) return '';
  if (rest.length === 0) return first.text.slice(2, -2);
  return [first.text, `|${' --- |'.repeat(first.cells.length)}`, ...rest.map(({ text }) => text)].join('\n');
}

function fenced({ text, language }: Statement): string {
  const longest = Math.max(2, ...(text.match(/`+/gu) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language.replace(/[^\w+#.-]/gu, '')}\n${text}\n${fence}`;
}

function behindCode(notes: string): string {
  return notes === '' ? '' : `\n${notes.trim()}`;
}

/** A line break in what is one statement would begin a block of its own. */
function oneLine(text: string): string {
  return text.replace(/\s+/gu, (space) => (/[\n\r\u2028\u2029]/u.test(space) ? ' ' : space)).trim();
}
