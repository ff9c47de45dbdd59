import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerRuns } from '../testing/answer-runs.ts';
import { answerLayout } from './answer-layout.ts';
import { answerText, certainStatements, footnotesOf, shownText } from './answer-text.ts';

const statements = answerRuns('wild').map(({ answer }) => answer?.statements ?? []);

describe('answer text', () => {
  it("holds every statement's text byte for byte, in order", () => {
    fc.assert(
      fc.property(statements, (all) => {
        const text = answerText(all);
        let reached = 0;
        for (const statement of all) {
          const start = text.indexOf(statement.text, reached);
          expect(start).toBeGreaterThanOrEqual(reached);
          reached = start + statement.text.length;
        }
      }),
    );
  });

  it('only grows while statements are added, but for what is not yet certain', () => {
    const numbers = fc.constantFrom(undefined, new Map<number, string>());
    fc.assert(
      fc.property(statements, numbers, (all, notes) => {
        for (let count = 1; count <= all.length; count++) {
          const before = answerText(certainStatements(all.slice(0, count - 1)), notes);
          expect(answerText(all.slice(0, count), notes).startsWith(before)).toBe(true);
        }
      }),
    );
  });

  it('lays out the same statements in parts, in order', () => {
    fc.assert(
      fc.property(statements, (all) => {
        expect(answerLayout(all).flatMap((part) => [...part.statements])).toEqual(all);
      }),
    );
  });

  it('is the same with footnote numbers as without, but for the numbers', () => {
    fc.assert(
      fc.property(answerRuns('plain'), fc.constantFrom('source' as const, 'chunk' as const), ({ answer }, by) => {
        if (answer?.outcome !== 'answered') return;
        const text = answerText(answer.statements, footnotesOf(answer.citations, by));
        expect(text).not.toBe(answerText(answer.statements));
        expect(text.replaceAll(/(?: |\n *)(?:\[(?:\d+|Source: [^\]]*)\])+/gu, '')).toBe(answerText(answer.statements));
      }),
    );
  });

  it('is never empty where a reader sees it', () => {
    fc.assert(
      fc.property(answerRuns('wild'), fc.constantFrom('', ' ', 'Told.'), ({ answer }, message) => {
        if (answer === undefined) return;
        expect(shownText({ ...answer, message }, 'source')).not.toBe('');
        expect(shownText({ ...answer, message, outcome: 'refused' }, 'chunk').trim()).not.toBe('');
      }),
    );
  });
});
