import type { Statement } from '@ibid/core';
import { answerLayout } from './answer-layout.ts';

/** The statements as Markdown: paragraphs, lists and fenced code; every statement's text stands in it byte for byte. */
export function answerText(statements: readonly Statement[]): string {
  const parts = answerLayout(statements).map((part) => {
    const texts = part.statements.map((statement) => statement.text);
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
        return fenced(texts.join('\n'), part.statements[0].language);
    }
  });
  return parts.join('\n\n');
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
