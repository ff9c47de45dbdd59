import { describe, expect, it } from 'vitest';

import type { Block } from '../types/block.ts';
import { heading, pageOf, paragraph, tableOf } from './blocks-fixture.ts';
import { chunkPage, embedTexts } from './chunk-page.ts';
import { countTokens } from './count-tokens.ts';
import { termCounts } from './read-chunk.ts';

const chunksOf = (blocks: readonly Block[], title = 'Reload Guide'): ReturnType<typeof chunkPage>['chunks'] =>
  chunkPage(pageOf(blocks, title)).chunks;

const blocks: Block[] = [
  heading(1, 'Reload guide'),
  heading(2, 'Servers'),
  heading(3, 'Reload'),
  { type: 'list', ordered: true, start: 1, items: [[paragraph('Run it, run it.')]] },
  { type: 'code', text: 'reload()', language: 'bash', title: '' },
];

describe('termCounts', () => {
  it('counts title, headings without the title, and words without markers', () => {
    const { title, headings, body } = termCounts(chunksOf(blocks)[0]!);
    expect([...title]).toEqual([
      ['reload', 1],
      ['guid', 1],
    ]);
    expect([...headings]).toEqual([
      ['server', 1],
      ['reload', 1],
    ]);
    expect([...body]).toEqual([
      ['run', 2],
      ['reload', 1],
    ]);
  });

  it('counts the repeated header row in the body', () => {
    const rows = Array.from({ length: 90 }, () => ['some words', 'of a long enough table']);
    const chunks = chunksOf([tableOf(['Flag', 'Meaning'], rows)]);
    expect(chunks.map((chunk) => termCounts(chunk).body.get('flag'))).toEqual(chunks.map(() => 1));
  });
});

describe('embedTexts', () => {
  it('puts title and headings in front of the words', () => {
    expect(embedTexts(chunksOf(blocks)[0]!)).toEqual({
      heading: 'Reload Guide\nServers\nReload',
      passage: 'Reload Guide\nServers\nReload\nRun it, run it.\nreload()',
    });
  });

  it('is the title alone where there are no headings', () => {
    expect(embedTexts(chunksOf([paragraph('Hi.')])[0]!).heading).toBe('Reload Guide');
  });

  it('stays below the limit of embedding models however long titles and headings are', () => {
    const long = 'very long heading '.repeat(100).trim();
    const [chunk] = chunksOf([heading(2, long), heading(3, 'Own'), paragraph('word '.repeat(380).trim())], 'Title');
    expect(embedTexts(chunk!).heading).toBe('Title\nOwn');
    const [other] = chunksOf([paragraph('word '.repeat(380).trim())], long);
    expect(countTokens(embedTexts(other!).passage)).toBeLessThan(512);
  });
});

describe('countTokens', () => {
  it('counts o200k tokens', () => {
    expect(countTokens('')).toBe(0);
    expect(countTokens('Hello, world!')).toBe(4);
  });
  it('takes control tokens for text', () => {
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
  });
  it('counts overlong runs piece by piece', () => {
    expect(countTokens('abcd'.repeat(10_000))).toBeGreaterThan(9_000);
  });
});
