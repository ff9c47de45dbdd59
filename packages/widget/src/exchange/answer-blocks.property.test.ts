import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerBlocks, rowCells } from '@ibid/client';
import { rowCells as cellsOfIndex } from '../../../core/src/text/row-cells.ts';
import { blockTree } from './answer-layout.ts';
import { arbitraryReply } from './testing/arbitrary-reply.ts';

const statementsOf = arbitraryReply(fc.constantFrom('a', 'a | b', ' | b', 'a | b | c')).map(
  (reply) => reply.statements,
);

describe('blocks of an answer', () => {
  test('hold rows by the cells that the index has', () => {
    fc.assert(
      fc.property(statementsOf, (statements) => {
        for (const row of statements) expect(rowCells(row)).toEqual(cellsOfIndex(row.text, row.marks));
      }),
    );
  });

  test('lie in each other as lists do, whatever their levels', () => {
    const flat = (nodes: ReturnType<typeof blockTree>): readonly unknown[] =>
      nodes.flatMap((node) =>
        node.type === 'block' ? [node.block] : node.items.flatMap(({ block, children }) => [block, ...flat(children)]),
      );
    fc.assert(
      fc.property(statementsOf, (statements) => {
        const blocks = answerBlocks(statements);
        expect(flat(blockTree(blocks))).toEqual(blocks);
      }),
    );
  });

  test('change at their end alone while an answer comes', () => {
    fc.assert(
      fc.property(statementsOf, (statements) => {
        const whole = answerBlocks(statements);
        for (let length = 0; length < statements.length; length += 1) {
          const blocks = answerBlocks(statements.slice(0, length));
          expect(whole.slice(0, Math.max(0, blocks.length - 1))).toEqual(blocks.slice(0, -1));
        }
      }),
    );
  });
});
