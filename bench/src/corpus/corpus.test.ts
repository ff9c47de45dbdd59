import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chunkPage } from '@ibid/core/chunk';
import { parsePage } from '@ibid/core/parse';
import { seededRandom } from './random.ts';
import { SECTIONS_OF_PAGE, syntheticPage } from './synthetic-page.ts';
import { vocabulary } from './vocabulary.ts';
import { writeCorpus } from './write-corpus.ts';

test('equal seeds give equal pages', () => {
  expect(syntheticPage(7, vocabulary())).toEqual(syntheticPage(7, vocabulary()));
  expect(syntheticPage(7, vocabulary()).markdown).not.toBe(syntheticPage(8, vocabulary()).markdown);
});

test('numbers are spread over 0 to 1', () => {
  const random = seededRandom(3);
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let i = 0; i < 10_000; i++) tenths[Math.floor(random.next() * 10)]! += 1;
  for (const count of tenths) expect(count).toBeGreaterThan(850);
});

test('words follow a steep law: few words make most of a text', () => {
  const words = vocabulary();
  const random = seededRandom(5);
  const counts = new Map<string, number>();
  for (let i = 0; i < 20_000; i++) {
    const word = words.word(random, i % words.topics);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const sorted = [...counts.values()].sort((a, b) => b - a);
  const top = sorted.slice(0, 50).reduce((sum, count) => sum + count, 0);
  expect(top / 20_000).toBeGreaterThan(0.4);
  expect(counts.size).toBeGreaterThan(4000);
});

test('a page has about ten passages and the words of its question', () => {
  const { markdown, path, question } = syntheticPage(12, vocabulary());
  const raw = { url: `https://bench.example.org/${path}`, format: 'markdown', body: markdown, title: '' } as const;
  const { page } = parsePage({ ...raw, sourceFile: path, imports: {}, locale: 'en', version: '', module: 'part-12' });
  const { chunks } = chunkPage(page!);
  expect(chunks.length).toBeGreaterThanOrEqual(SECTIONS_OF_PAGE);
  expect(chunks.length).toBeLessThan(2 * SECTIONS_OF_PAGE);
  const meaning = question.split(/\W+/).filter((word) => word.length > 5);
  expect(meaning.some((word) => markdown.includes(word))).toBe(true);
});

test('content words are words of the question as they stand there, without the function words', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-corpus-'));
  try {
    const { questions } = await writeCorpus(folder, 50);
    for (const { text, contentWords } of questions) {
      const words = contentWords.split(' ');
      expect(words.length).toBeGreaterThan(1);
      expect(text.split(' ')).toEqual(expect.arrayContaining(words));
      expect(words).not.toContain('is');
      expect(words).not.toContain('of');
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
