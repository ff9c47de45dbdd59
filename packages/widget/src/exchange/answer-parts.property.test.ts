import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Statement } from '../client/wire.ts';
import { answerParts } from './answer-parts.ts';
import { arbitraryReply } from './testing/arbitrary-reply.ts';

const statementsOf = arbitraryReply(fc.constantFrom('a', 'a | b', ' | b', 'a | b | c')).map(
  (reply) => reply.statements,
);

const statement = (kind: Statement['kind'], side = 0): Statement => ({
  kind,
  text: kind,
  side,
  language: '',
  citations: [1],
});

describe('parts of an answer', () => {
  test('hold every statement once, in order', () => {
    fc.assert(
      fc.property(statementsOf, (statements) => {
        expect(answerParts(statements).flatMap((part) => part.statements)).toEqual(statements);
      }),
    );
  });

  test('change at their end alone while an answer comes', () => {
    fc.assert(
      fc.property(statementsOf, (statements) => {
        const whole = answerParts(statements);
        for (let length = 0; length < statements.length; length += 1) {
          const parts = answerParts(statements.slice(0, length));
          expect(whole.slice(0, Math.max(0, parts.length - 1))).toEqual(parts.slice(0, -1));
        }
      }),
    );
  });

  test('count steps on over code and points between them, and anew on the other side', () => {
    const parts = answerParts([
      statement('step'),
      statement('code'),
      statement('step'),
      statement('item'),
      statement('step'),
      statement('sentence'),
      statement('step'),
      statement('step', 1),
    ]);
    expect(parts.filter(({ kind }) => kind === 'step').map(({ start }) => start)).toEqual([1, 2, 3, 1, 1]);
  });
});
