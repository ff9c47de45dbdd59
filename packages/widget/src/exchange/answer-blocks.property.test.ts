import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerLayout } from '../../../wire/src/shared/answer-layout.ts';
import type { Statement } from '../client/wire.ts';
import { WORDED } from '../testing/worded.ts';
import { answerBlocks, blockTree } from './answer-layout.ts';
import { arbitraryReply } from './testing/arbitrary-reply.ts';

const statementsOf = arbitraryReply(fc.constantFrom('a', 'a | b', ' | b', 'a | b | c')).map(
  (reply) => reply.statements,
);

const statement = (kind: Statement['kind'], side = 0): Statement => ({
  ...WORDED,
  kind,
  text: kind,
  side,
  language: '',
  citations: [1],
});

describe('blocks of an answer', () => {
  test('hold every statement once, in order', () => {
    fc.assert(
      fc.property(statementsOf, (statements) => {
        expect(answerBlocks(statements).flatMap((block) => block.statements)).toEqual(statements);
      }),
    );
  });

  test('are those of the server', () => {
    fc.assert(
      fc.property(statementsOf, (statements) => {
        const own = answerBlocks(statements).map((block) => ({ ...block, excerpt: block.excerpt ?? undefined }));
        expect(own).toEqual(answerLayout(statements));
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

  test('count steps on over code and points between them, and anew on the other side', () => {
    const blocks = answerBlocks([
      statement('step'),
      statement('code'),
      statement('step'),
      statement('item'),
      statement('step'),
      statement('sentence'),
      statement('step'),
      statement('step', 1),
    ]);
    expect(blocks.filter(({ type }) => type === 'step').map(({ ordinal }) => ordinal)).toEqual([1, 2, 3, 1, 1]);
  });
});
