import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerRuns } from '../testing/answer-runs.ts';
import { WORDED } from '@ibid/core';
import type { Mark } from '@ibid/core/types';
import { inlineParser } from '@ibid/core/parse';
import { answerText, certainStatements, shownText, statementText } from './replies.ts';

const statements = answerRuns('wild').map(({ answer }) => answer?.statements ?? []);

/** Words that are links in parsed blocks. */
function linkNames(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { text, marks = [] } = value as { readonly text?: string; readonly marks?: readonly Mark[] };
  const own = Array.isArray(marks) ? marks.filter(({ kind }) => kind === 'link') : [];
  return [...own.map(({ start, end }) => text?.slice(start, end) ?? ''), ...Object.values(value).flatMap(linkNames)];
}

describe('answer text', () => {
  it("has every statement's text, in order", () => {
    fc.assert(
      fc.property(statements, (all) => {
        const text = answerText(all);
        let reached = 0;
        for (const statement of all) {
          const written = statementText(statement);
          const start = text.indexOf(written, reached);
          expect(start).toBeGreaterThanOrEqual(reached);
          reached = start + written.length;
        }
      }),
    );
  });

  it('never turns the words of pages or a model into links or images', async () => {
    const parser = inlineParser();
    const piece = fc.constantFrom(
      '[a](https://evil.test/)',
      '![a](https://evil.test/p.png)',
      '[a]: https://evil.test/',
      '[a]',
      '(b)',
      '<img src=x>',
      '<https://evil.test/>',
      '`',
      '``',
      '```',
      '~~~',
      '\\',
      ']',
      '(',
      '<',
      '\n',
      ' ',
      'word',
      '&#91;',
      '|',
      ' | ',
      '[ ]',
    );
    const place = fc.nat({ max: 60 });
    const nasty = fc.record({
      text: fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join('')),
      codes: fc.array(fc.tuple(place, place), { maxLength: 3 }),
      kind: fc.constantFrom('sentence' as const, 'item' as const, 'row' as const, 'label' as const, 'code' as const),
      excerpt: fc.constantFrom(0, undefined),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(nasty, { minLength: 1, maxLength: 4 }), async (all) => {
        const marked = all.map(({ codes, ...one }, block) => ({
          ...WORDED,
          ...one,
          block,
          marks: codes.map(([start, end]) => ({ kind: 'code' as const, start, end, href: '' })),
          citations: [],
          side: 0,
          language: '',
        }));
        const facets = { locale: 'en', version: '', module: '', imports: {}, sourceFile: '', title: '' };
        const raw = { url: 'https://evil.test/', format: 'markdown' as const, body: answerText(marked), ...facets };
        const { page } = await parser.parse(raw);
        expect(JSON.stringify(page?.blocks ?? [])).not.toContain('"type":"image"');
        expect(linkNames(page?.blocks)).toEqual([]);
      }),
      { numRuns: 500 },
    );
    await parser.close();
  });

  it('only grows while statements are added, except for its uncertain end', () => {
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

  it('shown to a reader is never empty', () => {
    fc.assert(
      fc.property(answerRuns('wild'), fc.constantFrom('', ' ', 'Told.'), ({ answer }, message) => {
        if (answer === undefined) return;
        expect(shownText({ ...answer, message }, 'source')).not.toBe('');
        expect(shownText({ ...answer, message, outcome: 'refused' }, 'chunk').trim()).not.toBe('');
      }),
    );
  });
});
