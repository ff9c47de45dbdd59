import type { Answer, Citation, SectionLink, Statement } from '@ibid/core';
import { plain, type Terminal } from '../terminal.ts';
import { textFlow } from './text-flow.ts';

/** Most of a quote stands in the answer already. */
const QUOTED_CHARACTERS = 400;
const QUOTED_LINES = 3;

export interface AnswerPrinter {
  /** Written at once. */
  readonly statement: (statement: Statement) => void;
  readonly end: (answer: Answer, notes: readonly string[]) => void;
}

/** Writes an answer as it is made: statements with footnote numbers, then the footnotes. `linkTo` gives deep links. */
export function answerPrinter(
  terminal: Terminal,
  linkTo: (target: { readonly url: string; readonly anchor: string }, quote?: string) => string,
): AnswerPrinter {
  const { color, out, width } = terminal;
  const flow = textFlow(out, width);
  let last: Statement | undefined;
  let step = 1;

  function begin(statement: Statement): void {
    const { kind, side } = statement;
    if (last !== undefined && (kind !== last.kind || side !== last.side || kind === 'code')) out('\n');
    if (kind === 'sentence' || kind === 'row') step = 1;
    if (side !== (last?.side ?? 0)) {
      step = 1;
      if (side > 0) flow.lines(color.dim(side === 1 ? 'One page says' : 'Another page says'));
    }
    if (kind === 'step') flow.paragraph(`${step++}. `);
    else if (kind === 'item') flow.paragraph('- ');
    else if (kind === 'row') flow.paragraph('  ');
    else if (kind !== last?.kind || side !== last.side) flow.paragraph();
  }

  return {
    statement(statement) {
      begin(statement);
      const marks = statement.citations.map((number) => `[${number}]`).join('');
      if (statement.kind === 'code') {
        const code = plain(statement.text)
          .split('\n')
          .map((line) => `    ${line}`);
        flow.lines(`${code.join('\n')} ${color.cyan(marks)}`);
      } else {
        flow.words(plain(statement.text));
        flow.attach(` ${marks}`, color.cyan);
      }
      last = statement;
    },
    end(answer, notes) {
      if (last !== undefined) flow.paragraph();
      if (answer.message !== '') {
        if (last !== undefined) out('\n');
        flow.words(plain(answer.message));
        flow.paragraph();
      }
      if (answer.citations.length > 0) out('\n');
      for (const citation of answer.citations) footnote(citation);
      if (answer.outcome !== 'answered' && answer.nearest.length > 0) {
        out(`\n${color.bold('Nearest sections')}\n`);
        for (const link of answer.nearest) section(link);
      }
      for (const note of [...notes, ...answer.warnings]) terminal.note(color.dim(`note: ${plain(note)}`));
    },
  };

  function footnote(citation: Citation): void {
    const number = `[${citation.index}]`;
    const indent = ' '.repeat(number.length + 1);
    out(`${color.cyan(number)} ${color.bold(plain(place(citation)))}\n`);
    const lines = plain(citation.quote).split('\n');
    if (lines.length > 1) {
      for (const line of lines.slice(0, QUOTED_LINES)) out(`${indent}${color.dim(line)}\n`);
      if (lines.length > QUOTED_LINES) out(`${indent}${color.dim('…')}\n`);
    } else {
      const [quote = ''] = lines;
      flow.paragraph(indent);
      flow.words(`“${quote.length > QUOTED_CHARACTERS ? `${quote.slice(0, QUOTED_CHARACTERS)}…` : quote}”`, color.dim);
      flow.paragraph();
    }
    out(`${indent}${terminal.link(color.underline(plain(linkTo(citation))), linkTo(citation, citation.quote))}\n`);
  }

  function section(link: SectionLink): void {
    out(`- ${plain(place(link))}\n  ${terminal.link(color.underline(plain(linkTo(link))), linkTo(link))}\n`);
  }
}

/** `title › section`, or the title alone for the top of a page. */
export function place({ title, heading }: { readonly title: string; readonly heading: string }): string {
  return heading === title ? title : `${title} › ${heading}`;
}
