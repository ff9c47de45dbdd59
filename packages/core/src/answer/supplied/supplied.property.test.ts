import * as fc from 'fast-check';
import { tried } from '@ibid/testkit';
import { beforeAll, expect, test } from 'vitest';
import { findQuote } from '../../cite/find-quote.ts';
import type { Answer, SuppliedChunk, SuppliedContext } from '../../types/answer.ts';
import { openTestEngine, type TestEngine } from '../engine-fixture.ts';
import { suppliedChunk, suppliedContext } from './supplied-fixture.ts';

let handbook: TestEngine;
let indexed: readonly SuppliedChunk[] = [];
beforeAll(async () => {
  handbook = await openTestEngine();
  const { passages } = await handbook.engine.find({ text: 'controller port joint', history: [] });
  indexed = passages.map(suppliedChunk);
});

const word = fc.constantFrom(
  'gauge',
  'tide',
  'Brest',
  'the',
  'is',
  'measures',
  'not',
  '1807',
  'harbour',
  'level',
  'joint',
);
const sentence = fc.array(word, { minLength: 2, maxLength: 9 }).map((words) => `${words.join(' ')}.`);
const text = fc
  .array(
    fc.oneof(
      sentence,
      sentence.map((line) => `- ${line}`),
      fc.constantFrom('```', '| a | b |', '# Tide', '', '🦜'),
    ),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((lines) => lines.join('\n'))
  .filter((lines) => lines.trim() !== '');
const foreign = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'p1'),
  url: fc.constantFrom('https://elsewhere.example.net/a', 'notes/tide.md', 'urn:x'),
  anchor: fc.constantFrom('', 'x'),
  title: fc.constantFrom('', 'Tides'),
  heading: fc.constantFrom('', 'Gauge'),
  text,
  similarity: fc.double({ min: 0, max: 1, noNaN: true }),
});
const status = fc.constantFrom<SuppliedContext['status'][]>('success', 'success', 'partial', 'no_matches', 'error');

/** Unknown passages with unique ids, sometimes together with indexed ones. */
const bundles = fc
  .tuple(fc.uniqueArray(foreign, { maxLength: 5, selector: ({ id }) => id }), fc.nat(3), status)
  .map(([chunks, own, said]) => ({ chunks, own, status: said }));

function quotesOf(answer: Answer, chunks: readonly SuppliedChunk[]): void {
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  for (const citation of answer.citations) {
    const chunk = byId.get(citation.chunkId);
    expect(chunk?.text.slice(citation.start, citation.end)).toBe(citation.quote);
    expect([chunk?.url]).toContain(citation.url);
  }
  const cited = new Set(answer.statements.flatMap(({ citations }) => citations));
  expect([...cited].sort()).toEqual(answer.citations.map(({ index }) => index).sort());
  expect(answer.citations.length > 0).toBe(answer.outcome === 'answered');
}

/** Number of runs of a property, unless it sets its own. */
const RUNS = 100;

test('whatever is supplied, citations name only it and quote it byte for byte (R12, R13)', async (context) => {
  tried(context, RUNS);
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(bundles, fc.array(word, { minLength: 1, maxLength: 5 }), async (bundle, question) => {
      const chunks = [...bundle.chunks, ...indexed.slice(0, bundle.own)];
      const supplied = suppliedContext(chunks, { status: bundle.status });
      const answer = await handbook.ask(`What ${question.join(' ')}?`, { supplied });
      quotesOf(answer, chunks);
      if (answer.outcome === 'answered') answered += 1;
    }),
  );
  expect(answered).toBeGreaterThan(5);
});

test('in the strict mode every quote stands in the selection as well (R14)', async (context) => {
  tried(context, RUNS);
  let answered = 0;
  const cut = fc.tuple(fc.nat(300), fc.integer({ min: 10, max: 200 }));
  await fc.assert(
    fc.asyncProperty(bundles, cut, async (bundle, [from, length]) => {
      const whole = bundle.chunks.map((chunk) => chunk.text.replace(/^- |^# |^```$|\|/gmu, '')).join('\n');
      const selection = { text: [...whole].slice(from, from + length).join('') };
      const supplied = suppliedContext(bundle.chunks, { selectionOnly: true });
      const answer = await handbook.ask('explain this', { supplied, selection });
      quotesOf(answer, bundle.chunks);
      // The bars between cells are added by the index; a browser copies white space there.
      for (const { quote } of answer.citations) {
        expect(findQuote(selection.text, quote.replaceAll(' | ', '   '))).toBeDefined();
      }
      if (answer.outcome === 'answered') answered += 1;
    }),
  );
  expect(answered).toBeGreaterThan(5);
});
