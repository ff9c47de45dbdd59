import { describe, expect, test } from 'vitest';
import type { Chunk } from '../types/chunk.ts';
import { chunkPage } from '../chunk/chunk-page.ts';
import { parsePage } from '../parse/parse-page.ts';
import { locateText } from './locate-text.ts';

const SENTENCE = 'The arm moves every hour, and then it waits for the other arm.';

function page(markdown: string): { readonly text: string; readonly chunks: readonly Chunk[] } {
  const facets = { locale: '', version: '', module: 'root' };
  const raw = { url: 'https://docs.example.org/a', sourceFile: 'a.md', title: '', imports: {}, ...facets };
  return chunkPage(parsePage({ ...raw, format: 'markdown', body: markdown }).page!);
}

describe('a selection on a page of a megabyte is located in one walk over it', () => {
  const sections = Array.from({ length: 900 }, (_, i) => `## Part ${i}\n\n${`${SENTENCE} `.repeat(18)}`);
  const large = page(`# Arms\n\n${sections.join('\n\n')}\n\nHere the “last”\nwords stand.`);

  test('though it stands there in a hundred thousand places, and never in the section named', () => {
    const range = locateText(large.chunks, 'e\u200b', 'zzz');
    expect(range && large.text.slice(range.start, range.end)).toBe('e');
  });

  test('where the section is the last one', () => {
    const range = locateText(large.chunks, SENTENCE.replaceAll(' ', '\n'), 'Part 899')!;
    expect(large.text.slice(range.start, range.end)).toBe(SENTENCE);
    expect(range.start).toBeGreaterThan(large.text.indexOf('Part 899'));
  });

  test('where only its folded form stands there', () => {
    const range = locateText(large.chunks, 'the "last" words')!;
    expect(large.text.slice(range.start, range.end)).toBe('the “last” words');
  });
});

test('a selection of one repeated letter is located on a page of that letter', () => {
  const { chunks } = page(`# A\n\n${'a'.repeat(400_000)}`);
  expect(locateText(chunks, `${'a'.repeat(1000)}b${'a'.repeat(999)}`)).toBeUndefined();
  expect(locateText(chunks, 'a'.repeat(2000), 'zzz')).toEqual({ start: expect.any(Number), end: expect.any(Number) });
});
