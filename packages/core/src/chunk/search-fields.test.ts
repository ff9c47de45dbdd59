import { describe, expect, it } from 'vitest';

import type { Block } from '../types/block.ts';
import { tableOf } from './blocks-fixture.ts';
import { chunkPage, embedTexts } from './chunk-page.ts';
import { countTokens } from './count-tokens.ts';
import { termCounts } from './read-chunk.ts';

const chunksOf = (blocks: readonly Block[], title = 'Reload Guide'): ReturnType<typeof chunkPage>['chunks'] =>
  chunkPage({ url: 'https://docs.test/a', title, sourceFile: 'a.md', locale: '', version: '', module: 'root', blocks })
    .chunks;

const blocks: Block[] = [
  { type: 'heading', depth: 1, text: 'Reload guide', anchor: '' },
  { type: 'heading', depth: 2, text: 'Servers', anchor: '' },
  { type: 'heading', depth: 3, text: 'Reload', anchor: '' },
  { type: 'list', ordered: true, start: 1, items: [[{ type: 'paragraph', text: 'Run it, run it.', marks: [] }]] },
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
    expect(embedTexts(chunksOf([{ type: 'paragraph', text: 'Hi.', marks: [] }])[0]!).heading).toBe('Reload Guide');
  });

  it('stays below the limit of embedding models however long titles and headings are', () => {
    const long = 'very long heading '.repeat(100).trim();
    const [chunk] = chunksOf(
      [
        { type: 'heading', depth: 2, text: long, anchor: '' },
        { type: 'heading', depth: 3, text: 'Own', anchor: '' },
        { type: 'paragraph', text: 'word '.repeat(380).trim(), marks: [] },
      ],
      'Title',
    );
    expect(embedTexts(chunk!).heading).toBe('Title\nOwn');
    const [other] = chunksOf([{ type: 'paragraph', text: 'word '.repeat(380).trim(), marks: [] }], long);
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
