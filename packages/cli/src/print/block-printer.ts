import type { Mark, Statement } from '@ibid/core/types';
import { answerBlocks, rowCells, type AnswerBlock } from '@ibid/client';
import { plain, type Terminal } from '../terminal.ts';
import { tableLines, type Row } from './table-lines.ts';
import type { TextFlow } from './text-flow.ts';

type Printed = Omit<Statement, 'citations'>;

interface BlockPrinter<S extends Printed> {
  /** Writes a statement. Rows are written when their table has ended. */
  readonly statement: (statement: S) => void;
  /** Ends the last block. */
  readonly end: () => void;
}

const LEVEL = 3;
const CODE = 4;

/**
 * Prints statements as blocks: paragraphs, nested lists, code, tables. `marksOf` returns the footnotes that follow a statement. `before` is
 * called for each new block and returns `'close'` if the block should follow what `before` has printed without a blank line.
 */
export function blockPrinter<S extends Printed>(
  terminal: Terminal,
  flow: TextFlow,
  how: {
    readonly marksOf: (statement: S) => string;
    readonly before?: (block: AnswerBlock<S>, last: AnswerBlock<S> | undefined) => 'close' | undefined;
  },
): BlockPrinter<S> {
  const { color, width, out } = terminal;
  const statements: S[] = [];
  let printed: AnswerBlock<S> | undefined;

  function words(statement: S, from = 0, to: number = statement.text.length): ReturnType<typeof styledWords> {
    const marks = statement.marks
      .map((mark) => ({ ...mark, start: Math.max(0, mark.start - from), end: Math.min(to, mark.end) - from }))
      .filter(({ start, end }) => start < end);
    return styledWords(statement.text.slice(from, to), marks, terminal, statement.lit ? color.bold : undefined);
  }

  function open(block: AnswerBlock<S>, last: AnswerBlock<S> | undefined): void {
    const { type, depth } = block;
    flow.paragraph();
    const above = how.before?.(block, last);
    if (above !== 'close' && last !== undefined && !isTight(last, block)) out('\n');
    if (type === 'item' || type === 'step') {
      const marker = type === 'step' ? `${block.ordinal}. ` : '- ';
      flow.paragraph(' '.repeat(LEVEL * (depth - 1)) + marker);
    } else if (type === 'paragraph' || type === 'label') flow.paragraph(' '.repeat(LEVEL * depth));
  }

  function code({ depth }: AnswerBlock<S>, statement: S): void {
    const indent = ' '.repeat(LEVEL * depth + CODE);
    const lines = plain(statement.text).split('\n');
    const marks = how.marksOf(statement);
    const shown = lines.map((line) => indent + (statement.lit ? color.bold(line) : line)).join('\n');
    flow.lines(marks === '' ? shown : `${shown} ${color.cyan(marks)}`);
  }

  function table({ depth, statements: rows }: AnswerBlock<S>): void {
    const indent = ' '.repeat(LEVEL * depth + 2);
    const cells = rows.map((row): Row => {
      const marks = how.marksOf(row);
      const shown = rowCells(row).map(({ start, end }) => words(row, start, end));
      return marks === ''
        ? shown
        : [...shown.slice(0, -1), [...(shown.at(-1) ?? []), { text: marks, styled: color.cyan(marks) }]];
    });
    const isHead = rows[0]!.kind === 'header' || (rows[0]!.excerpt === undefined && rows.length > 1);
    const lines = tableLines(
      isHead ? cells[0] : undefined,
      isHead ? cells.slice(1) : cells,
      width - indent.length,
      color,
    );
    flow.lines(lines.map((line) => indent + line).join('\n'));
  }

  function finish(): void {
    const last = answerBlocks(statements).at(-1);
    if (last?.type === 'table' && printed !== undefined) table(last);
    printed = undefined;
  }

  return {
    statement(statement) {
      const before = answerBlocks(statements).at(-1);
      const block = answerBlocks([...statements, statement]).at(-1)!;
      if (block.statements.length === 1) {
        finish();
        open(block, before);
        printed = block;
      }
      statements.push(statement);
      if (block.type === 'table') return;
      if (block.type === 'code') {
        code(block, statement);
        return;
      }
      for (const { text, styled } of words(statement)) {
        flow.words(text, () => (block.type === 'label' ? color.bold(styled) : styled));
      }
      const marks = how.marksOf(statement);
      if (marks !== '') flow.attach(` ${marks}`, color.cyan);
    },
    end() {
      finish();
      flow.paragraph();
    },
  };
}

/** True if no blank line separates two blocks: neighbours in a list, or a label and what it labels. */
function isTight(last: AnswerBlock, block: AnswerBlock): boolean {
  if (last.excerpt !== block.excerpt || last.side !== block.side) return false;
  const isList = [last, block].every(({ type }) => type === 'item' || type === 'step');
  return last.type === 'label' || (isList && (last.type === block.type || last.depth !== block.depth));
}

export interface StyledWord {
  /** Text without styling, used to measure the width. */
  readonly text: string;
  readonly styled: string;
}

type Style = (text: string) => string;

/** The words of a page's text, styled by its marks if a terminal can show them. `base` is applied to all words. */
function styledWords(
  text: string,
  marks: readonly Mark[],
  { color, link }: Terminal,
  base: Style = (one) => one,
): readonly StyledWord[] {
  const styles: { readonly [_ in Mark['kind']]?: Style } = {
    code: color.yellow,
    strong: color.bold,
    emphasis: color.italic,
    math: color.italic,
  };
  const styleOf = ({ kind, href }: Mark): Style | undefined =>
    kind === 'link' && /^https?:\/\//iu.test(href) ? (one) => link(color.underline(one), href) : styles[kind];

  return [...text.matchAll(/\S+/gu)].flatMap(({ 0: word, index }) => {
    const end = index + word.length;
    const here = marks.filter((mark) => mark.start < end && mark.end > index);
    const cuts = [...new Set([index, end, ...here.flatMap((mark) => [mark.start, mark.end])])]
      .filter((at) => at >= index && at <= end)
      .sort((one, other) => one - other);
    const styled = cuts.slice(1).map((to, at) => {
      const from = cuts[at]!;
      const over = here.filter((mark) => mark.start <= from && mark.end >= to);
      return over.reduce((shown, mark) => styleOf(mark)?.(shown) ?? shown, plain(text.slice(from, to)));
    });
    const shown = plain(word);
    return shown === '' ? [] : [{ text: shown, styled: base(styled.join('')) }];
  });
}
