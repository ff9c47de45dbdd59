import { describe, expect, it } from 'vitest';

import type { Block } from '../types/block.ts';
import type { Chunk } from '../types/chunk.ts';
import { heading, pageOf, paragraph, tableOf } from './blocks-fixture.ts';
import { chunkId } from './chunk-id.ts';
import { chunkPage } from './chunk-page.ts';
import { countTokens } from './count-tokens.ts';

/** `path #anchor index | first words … last words`, with `lead >` in front where there is one. */
const print = ({ headings, heading: name, anchor, index, text, lead }: Chunk): string => {
  const words = text.replaceAll('\n', '⏎');
  const short = words.length > 60 ? `${words.slice(0, 20)} … ${words.slice(-20)}` : words;
  return `${headings.join(' > ') || `(${name})`} #${anchor} ${index} | ${lead && `${lead} > `}${short}`;
};

const checkChunks = (rule: string, blocks: readonly Block[], expected: readonly string[]): void => {
  it(`${rule}`, () => {
    expect(chunkPage(pageOf(blocks)).chunks.map(print)).toEqual(expected);
  });
};

/** A sentence of about `tokens` tokens that starts with `name`. */
const sentence = (name: string, tokens: number): string => `${name}${' word'.repeat(tokens - 2)}.`;
const sentences = (count: number, tokens: number): string =>
  Array.from({ length: count }, (_, index) => sentence(`S${index + 1}`, tokens)).join(' ');

describe('chunkPage: sections (R23)', () => {
  checkChunks('a page without text has no chunks', [heading(1, 'Guide'), heading(2, 'Empty')], []);
  checkChunks(
    'a section that fits is one chunk, with its heading path and anchor',
    [heading(1, 'Guide', 'guide'), paragraph('Top.'), heading(2, 'Use', 'use'), paragraph('One.'), paragraph('Two.')],
    ['(Guide) #guide 0 | Top.', 'Use #use 0 | One.⏎⏎Two.'],
  );
  checkChunks(
    'same-named sections go on counting',
    [
      heading(2, 'Linux'),
      heading(3, 'Steps', 'steps'),
      paragraph('One.'),
      heading(2, 'Mac'),
      heading(3, 'Steps', 'steps-1'),
      paragraph('Two.'),
    ],
    ['Linux > Steps #steps 0 | One.', 'Mac > Steps #steps-1 1 | Two.'],
  );
});

describe('chunkPage: large sections (R23)', () => {
  checkChunks(
    'are cut into equal parts between paragraphs',
    Array.from({ length: 10 }, (_, index) => paragraph(sentence(`P${index}`, 60))),
    [
      '(Guide) # 0 | P0 word word word wo … word word word word.',
      '(Guide) # 1 | P5 word word word wo … word word word word.',
    ],
  );
  it('repeat the last short sentence where a paragraph is cut', () => {
    const { chunks } = chunkPage(pageOf([paragraph(sentences(12, 50))]));
    expect(chunks.length).toBe(2);
    expect(chunks[1]!.start).toBeLessThan(chunks[0]!.end);
    expect(chunks[0]!.text.endsWith(sentence('S6', 50))).toBe(true);
    expect(chunks[1]!.text.startsWith(sentence('S6', 50))).toBe(true);
  });
  it('repeat nothing where the last sentence is long, or at the start of a paragraph', () => {
    const long = chunkPage(pageOf([paragraph(sentences(8, 80))])).chunks;
    const apart = chunkPage(pageOf([paragraph(sentences(6, 50)), paragraph(sentences(6, 50))])).chunks;
    expect(long[1]!.start).toBeGreaterThan(long[0]!.end);
    expect(apart[1]!.start).toBeGreaterThan(apart[0]!.end);
  });
  it('repeat the header row above a table that goes on', () => {
    const rows = Array.from({ length: 60 }, (_, index) => [`key${index}`, 'a value of some words that explain it']);
    const { chunks } = chunkPage(pageOf([tableOf(['Key', 'Meaning'], rows)]));
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.map(({ lead }) => lead)).toEqual(['', ...chunks.slice(1).map(() => 'Key | Meaning')]);
    expect(chunks.every(({ text }) => text.split('\n').every((row) => row.includes(' | ')))).toBe(true);
    expect(chunks[1]!.tokens).toBe(countTokens(`Key | Meaning\n${chunks[1]!.text}`));
  });
  it('keep a code block whole, with the sentence that introduces it', () => {
    const code: Block = { type: 'code', text: 'line();\n'.repeat(90).trim(), language: 'js', title: '' };
    const blocks = [paragraph(sentences(5, 50)), paragraph('Run this:'), code];
    const { chunks } = chunkPage(pageOf(blocks));
    expect(chunks.map(({ spans }) => spans.map(({ kind }) => kind).join(' '))).toEqual(['paragraph', 'paragraph code']);
  });
  it('cut a code block at lines when it alone is too large', () => {
    const text = Array.from({ length: 200 }, (_, index) => `  call(${index});`).join('\n');
    const { chunks } = chunkPage(pageOf([{ type: 'code', text, language: 'js', title: 'app.js' }]));
    const lines = chunks.flatMap((chunk) =>
      chunk.spans
        .filter(({ kind }) => kind === 'code')
        .flatMap(({ start, end }) => chunk.text.slice(start, end).split('\n')),
    );
    expect(lines.join('\n')).toBe(text);
    expect(chunks[0]!.spans[0]!.kind).toBe('label');
    expect(chunks[1]!.spans[0]!.language).toBe('js');
  });
  it('cut a sentence at words when it alone is too large, and a word when that is', () => {
    const words = chunkPage(pageOf([paragraph('endless '.repeat(900).trim())])).chunks;
    const data = chunkPage(pageOf([paragraph('x9Q'.repeat(900))])).chunks;
    expect(words.every(({ text }) => /^endless( endless)*$/.test(text))).toBe(true);
    expect(data.length).toBeGreaterThan(1);
    expect(data.map(({ text }) => text).join('')).toBe('x9Q'.repeat(900));
  });
});

describe('chunkPage: what a chunk carries', () => {
  it('takes the page facts over, and an id that the page, the heading and the index give', () => {
    const { text, chunks } = chunkPage(pageOf([heading(2, 'Use', 'use'), paragraph('One.')]));
    expect(text).toBe('## Use\n\nOne.');
    expect(chunks).toEqual([
      {
        id: chunkId('https://docs.test/guide', 'Use', 0),
        url: 'https://docs.test/guide',
        title: 'Guide',
        heading: 'Use',
        headings: ['Use'],
        anchor: 'use',
        text: 'One.',
        start: 8,
        end: 12,
        lead: '',
        spans: [{ kind: 'paragraph', start: 0, end: 4, group: 0, ordinal: 0, language: '', depth: 0 }],
        marks: [],
        index: 0,
        indexInSection: 0,
        indexInPage: 0,
        chunksInPage: 1,
        tokens: 2,
        sourceFile: 'guide.md',
        locale: 'en',
        version: '2.0',
        module: 'root',
      },
    ]);
  });

  it('ids do not collide when separators are part of the values', () => {
    const ids = [chunkId('u', 'a', 1), chunkId('u","a', '', 1), chunkId('u', 'a,1', 1), chunkId('u', 'a', 11)];
    expect(new Set(ids).size).toBe(4);
    expect(ids[0]).toMatch(/^[0-9a-f]{64}$/);
  });
});
