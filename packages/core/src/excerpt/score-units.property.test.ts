import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Passage } from '../types/answer.ts';
import type { Chunk, Span } from '../types/chunk.ts';
import { tokenize } from '../text/tokenize.ts';
import { analyseQuestion } from '../question/analyse-question.ts';
import { coverage, holdsQuestion, questionTerms, shares, type QuestionTerms } from '../question/question-terms.ts';
import { scoreUnits } from './score-units.ts';

const WORDS = ['red', 'blue', 'green', 'grey', 'v1.2', 'maxRetry', '日本語', 'the', 'is', 'code'];
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 7 });
const line = words.map((some) => some.join(' '));
const kinds = fc.constantFrom<Span['kind']>('paragraph', 'item', 'code', 'row');

/** Each line is a unit. */
const passage = fc
  .record({ title: line, heading: line, lines: fc.array(fc.tuple(kinds, line), { maxLength: 4 }), score: fc.nat(3) })
  .map(({ title, heading, lines, score }): Passage => {
    const spans: Span[] = [];
    let text = '';
    for (const [kind, unit] of lines) {
      if (unit !== '') {
        const end = text.length + unit.length;
        spans.push({ kind, start: text.length, end, group: 0, ordinal: 0, language: '', depth: 0 });
      }
      text += `${unit}\n`;
    }
    const chunk: Chunk = {
      id: '0'.repeat(64),
      url: 'https://docs.example.org/page',
      title,
      heading,
      headings: [],
      anchor: '',
      text,
      start: 0,
      end: text.length,
      lead: '',
      spans,
      marks: [],
      index: 0,
      indexInSection: 0,
      indexInPage: 0,
      chunksInPage: 1,
      tokens: 1,
      sourceFile: '',
      locale: '',
      version: '',
      module: '',
    };
    return { label: 'p1', chunk, score, similarity: 0.5 };
  });

function termsOf(question: string): QuestionTerms {
  const idf = new Map(tokenize(question).map((token, i) => [token, 0.1 + i / 3]));
  return questionTerms(question, { kind: 'open', subject: '' }, { idf, unknownIdf: 9 });
}

function pairsOf(tokens: readonly string[]): string[] {
  return tokens.slice(1).map((token, i) => `${tokens[i]!} ${token}`);
}

test("a unit counts the question's neighbours that are its own, each as often as the question has it", () => {
  fc.assert(
    fc.property(line, fc.array(passage, { maxLength: 3 }), (question, passages) => {
      const terms = termsOf(question);
      const asked = pairsOf(terms.sequence);
      for (const unit of scoreUnits(passages, terms, analyseQuestion(question))) {
        // Code that is an example of asking the question has no share of it.
        if (unit.kind === 'code' && holdsQuestion(unit.text, question)) continue;
        const own = new Set(pairsOf(unit.sequence));
        const share = asked.filter((pair) => own.has(pair)).length / asked.length;
        expect(unit.pairs).toBe(asked.length === 0 ? 0 : share);
        expect(unit.own).toBe(coverage(terms, (token) => unit.tokens.has(token)));
      }
    }),
  );
});

test('a token counts for the first set that has it, to the last bit', () => {
  const tokens = line.map((text) => new Set(tokenize(text)));
  fc.assert(
    fc.property(line, tokens, tokens, tokens, (question, first, second, third) => {
      const terms = termsOf(question);
      expect(shares(terms, [first, second, third])).toEqual([
        coverage(terms, (token) => first.has(token)),
        coverage(terms, (token) => !first.has(token) && second.has(token)),
        coverage(terms, (token) => !first.has(token) && !second.has(token) && third.has(token)),
      ]);
    }),
  );
});
