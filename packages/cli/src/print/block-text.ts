import type { Mark, Statement } from '@ibid/core/types';
import { BOX, rowCells, type AnswerBlock } from '@ibid/client';
import { plain, type Terminal } from '../terminal.ts';
import { tableLines, type Row } from './table-lines.ts';
import { wrap, type Style, type StyledWord } from './wrap.ts';

type Printed = Omit<Statement, 'citations'>;

const LEVEL = 3;
const CODE = 4;

/**
 * Text of a paragraph, an item of a nested list, code or a table, without a line break at its end. `marksOf` returns the footnotes that
 * follow a statement. Except in tables, another statement only adds to the text.
 */
export function blockText<S extends Printed>(
  block: AnswerBlock<S>,
  terminal: Terminal,
  marksOf: (statement: S) => string,
): string {
  const { type, depth, statements } = block;
  const { color, width } = terminal;
  if (type === 'code') {
    const indent = ' '.repeat(LEVEL * depth + CODE);
    const parts = statements.map((statement) => {
      const lines = plain(statement.text).split('\n');
      const marks = marksOf(statement);
      const shown = lines.map((line) => indent + (statement.lit ? color.bold(line) : line)).join('\n');
      return marks === '' ? shown : `${shown} ${color.cyan(marks)}`;
    });
    return parts.join('\n');
  }
  if (type === 'table') {
    const indent = ' '.repeat(LEVEL * depth + 2);
    const rows = statements.map((row): Row => {
      const marks = marksOf(row);
      const cells = rowCells(row).map(({ start, end }) => styledWords(row, terminal, start, end));
      const number = marks === '' ? [] : [{ text: marks, styled: color.cyan(marks) }];
      return [...cells.slice(0, -1), [...(cells.at(-1) ?? []), ...number]];
    });
    const isHead = statements[0]!.kind === 'header' || (statements[0]!.excerpt === undefined && rows.length > 1);
    const [head, body] = isHead ? [rows[0], rows.slice(1)] : [undefined, rows];
    const lines = tableLines(head, body, width - indent.length, color);
    return lines.map((line) => indent + line).join('\n');
  }
  const words = statements.flatMap((statement) => {
    const shown = styledWords(statement, terminal).map(({ text, styled }) => ({
      text,
      styled: type === 'label' ? color.bold(BOX.test(text) ? text[0]!.toUpperCase() + text.slice(1) : styled) : styled,
    }));
    const marks = marksOf(statement);
    if (marks === '') return shown;
    // The footnotes stay on the line of the last word.
    const { text, styled } = shown.at(-1) ?? { text: '', styled: '' };
    return [...shown.slice(0, -1), { text: `${text} ${marks}`, styled: `${styled} ${color.cyan(marks)}` }];
  });
  if (type !== 'item' && type !== 'step') return wrap(words, width, ' '.repeat(LEVEL * depth));
  return wrap(words, width, ' '.repeat(LEVEL * (depth - 1)) + (type === 'step' ? `${block.ordinal}. ` : '- '));
}

/** True if no blank line separates two blocks: neighbours in a list, or a label and what it labels. */
export function isTight(last: AnswerBlock, block: AnswerBlock): boolean {
  if (last.excerpt !== block.excerpt || last.side !== block.side) return false;
  const isList = [last, block].every(({ type }) => type === 'item' || type === 'step');
  return last.type === 'label' || (isList && (last.type === block.type || last.depth !== block.depth));
}

/** The words of a part of a statement, styled by its marks if a terminal can show them. */
function styledWords(
  { text, marks, lit }: Printed,
  { color, link }: Terminal,
  first = 0,
  last: number = text.length,
): readonly StyledWord[] {
  const styles: { readonly [_ in Mark['kind']]?: Style } = {
    code: color.yellow,
    strong: color.bold,
    emphasis: color.italic,
    math: color.italic,
  };
  const styleOf = ({ kind, href }: Mark): Style | undefined =>
    kind === 'link' && /^https?:\/\//iu.test(href) ? (one) => link(color.underline(one), href) : styles[kind];

  return [...text.slice(first, last).matchAll(/\S+/gu)].flatMap(({ 0: word, index }) => {
    const start = first + index;
    const end = start + word.length;
    const here = marks.filter((mark) => mark.start < end && mark.end > start);
    const cuts = [...new Set([start, end, ...here.flatMap((mark) => [mark.start, mark.end])])]
      .filter((at) => at >= start && at <= end)
      .sort((one, other) => one - other);
    const styled = cuts.slice(1).map((to, at) => {
      const from = cuts[at]!;
      const over = here.filter((mark) => mark.start <= from && mark.end >= to);
      return over.reduce((shown, mark) => styleOf(mark)?.(shown) ?? shown, plain(text.slice(from, to)));
    });
    const shown = plain(word);
    return shown === '' ? [] : [{ text: shown, styled: lit ? color.bold(styled.join('')) : styled.join('') }];
  });
}
