import type { Statement } from '@ibid/core';
import { answerLayout } from './answer-layout.ts';

/**
 * The statements as Markdown: paragraphs, lists, tables and fenced code; every statement's text stands in it byte for byte.
 * With `numbers`, the footnotes of each statement follow it as `[1][2]`.
 *
 * Adding a statement never changes what stands before it, except that a run of rows becomes a table when it grows.
 */
export function answerText(
  statements: readonly Pick<Statement, 'kind' | 'text' | 'citations' | 'side' | 'language'>[],
  numbers?: ReadonlyMap<number, number>,
): string {
  const parts = answerLayout(statements).map((part) => {
    const notes = part.statements.map((statement) => footnotes(statement.citations, numbers));
    const texts = part.statements.map(({ text }, i) => (notes[i] === '' ? text : `${text} ${notes[i]}`));
    switch (part.type) {
      case 'paragraph':
        return texts.join(' ');
      case 'list':
        return texts.map((text) => `- ${text}`).join('\n');
      case 'rows':
        return table(texts);
      case 'steps':
        return texts.map((text, index) => `${part.start + index}. ${text}`).join('\n');
      case 'code':
        return fenced(part.statements[0].text, part.statements[0].language) + (notes[0] === '' ? '' : `\n${notes[0]}`);
    }
  });
  return parts.join('\n\n');
}

function footnotes(citations: readonly number[], numbers: ReadonlyMap<number, number> | undefined): string {
  if (numbers === undefined) return '';
  const shown = new Set(citations.map((index) => numbers.get(index) ?? index));
  return [...shown].map((number) => `[${number}]`).join('');
}

/** Rows as they stand in an index, `a | b`; the first one is the header where there are more. An empty first cell leaves its bar in front. */
function table(rows: readonly string[]): string {
  const [first = '', ...rest] = rows;
  if (rest.length === 0) return first;
  const rule = first.split(/(?:^| )\|(?: |$)/u).map(() => '---');
  return [first, rule.join(' | '), ...rest].map((row) => `| ${row} |`).join('\n');
}

/** A fence longer than any run of backticks inside, so that code cannot close it. */
function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...(code.match(/`+/gu) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language.replace(/[^\w+#.-]/gu, '')}\n${code}\n${fence}`;
}
