import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Block, TableCell } from '../types/block.ts';
import type { Chunk } from '../types/chunk.ts';
import { splitSentences } from '../text/split-sentences.ts';
import { pageOf } from './blocks-fixture.ts';
import { chunkPage } from './chunk-page.ts';
import { countTokens } from './count-tokens.ts';
import { layout, type Section } from './layout.ts';
import { CHUNK_TOKENS } from './chunk-tokens.ts';
import { arbitraryBlocks } from './testing/arbitrary-blocks.ts';
import { withLead } from './read-chunk.ts';

const anyBlocks = fc.oneof(arbitraryBlocks({ size: 2 }), arbitraryBlocks({ size: 10 }));
const check = (property: (blocks: Block[]) => void): void => {
  fc.assert(fc.property(anyBlocks, property), { numRuns: 40 });
};

/** Chunks by section, in order. */
const chunksBySection = (chunks: readonly Chunk[]): Chunk[][] => {
  const groups: Chunk[][] = [];
  for (const chunk of chunks) {
    if (chunk.indexInSection === 0) groups.push([chunk]);
    else groups.at(-1)!.push(chunk);
  }
  return groups;
};

const sectionText = (text: string, { pieces }: Section): string => text.slice(pieces[0]!.start, pieces.at(-1)!.end);

describe('chunkPage (R23)', () => {
  it('gives chunks that are slices of the page text, within the limit, with true token counts', () => {
    check((blocks) => {
      const { text, chunks } = chunkPage(pageOf(blocks));
      for (const chunk of chunks) {
        expect(text.slice(chunk.start, chunk.end)).toBe(chunk.text);
        expect(chunk.tokens).toBe(countTokens(withLead(chunk.lead, chunk.text)));
        expect(chunk.tokens).toBeGreaterThan(0);
        expect(chunk.tokens).toBeLessThanOrEqual(CHUNK_TOKENS);
        expect(chunk.heading).not.toBe('');
        expect(chunk.spans.length).toBeGreaterThan(0);
      }
    });
  });

  it('rebuilds every section from its chunks in order', () => {
    check((blocks) => {
      const { text, chunks } = chunkPage(pageOf(blocks));
      const { sections } = layout('Guide', blocks);
      const groups = chunksBySection(chunks);
      expect(groups.length).toBe(sections.length);
      for (const [index, section] of sections.entries()) {
        let rebuilt = '';
        let end = section.pieces[0]!.start;
        for (const chunk of groups[index]!) {
          const gap = chunk.start > end ? text.slice(end, chunk.start) : '';
          expect(gap.trim()).toBe('');
          expect(chunk.end).toBeGreaterThan(end);
          rebuilt += gap + chunk.text.slice(Math.max(0, end - chunk.start));
          end = chunk.end;
        }
        expect(rebuilt).toBe(sectionText(text, section));
      }
    });
  });

  it('holds every word of the blocks in spans, and nothing else in them but labels of tabs once more', () => {
    check((blocks) => {
      const { text, sections } = layout('Guide', blocks);
      let end = 0;
      for (const { pieces } of sections) {
        for (const { span, start, end: pieceEnd } of pieces) {
          expect(start).toBeGreaterThanOrEqual(end);
          expect(span.start).toBeGreaterThanOrEqual(start);
          expect(span.end).toBeLessThanOrEqual(pieceEnd);
          expect(text.slice(span.start, span.end).trim()).not.toBe('');
          end = pieceEnd;
        }
      }
      const words = wordsOfBlocks(blocks);
      const spans = sections.flatMap(({ pieces }) => pieces.map(({ span }) => text.slice(span.start, span.end)));
      const tabs = new Set<string>();
      JSON.stringify(blocks, (key, value: unknown) => {
        if (key === 'tabs') for (const { label } of value as { label: string }[]) tabs.add(label.trim());
        return value;
      });
      for (const word of words) {
        expect(spans).toContain(word);
        spans.splice(spans.indexOf(word), 1);
      }
      expect(spans.filter((span) => !tabs.has(span))).toEqual([]);
    });
  });

  it('keeps the marks of every chunk: the same words, in order, within one span (R22)', () => {
    check((blocks) => {
      const { text, chunks } = chunkPage(pageOf(blocks));
      const { sections } = layout('Guide', blocks);
      const known = sections.flatMap(({ marks }) =>
        marks.map((mark) => `${mark.kind} ${mark.start} ${mark.end} ${mark.href}`),
      );
      const seen = new Set<string>();
      for (const chunk of chunks) {
        let before = 0;
        for (const { kind, start, end, href } of chunk.marks) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          expect(chunk.spans.some((span) => span.start <= start && end <= span.end)).toBe(true);
          expect(text.slice(chunk.start + start, chunk.start + end)).toBe(chunk.text.slice(start, end));
          seen.add(`${kind} ${chunk.start + start} ${chunk.start + end} ${href}`);
          before = start;
        }
      }
      const borders = new Set(chunks.flatMap(({ start, end }) => [start, end]));
      const cut = (mark: string): boolean => {
        const [, start, end] = mark.split(' ').map(Number);
        return [...borders].some((border) => border > start! && border < end!);
      };
      expect(known.filter((mark) => !seen.has(mark) && !cut(mark))).toEqual([]);
      const words = blocks.flatMap(markedWordsOf).sort();
      expect(sections.flatMap(({ marks }) => marks.map(({ start, end }) => text.slice(start, end))).sort()).toEqual(
        words,
      );
    });
  });

  it('cuts spans at chunk borders only, and never a sentence, row or code line that fits', () => {
    check((blocks) => {
      const { text, chunks } = chunkPage(pageOf(blocks));
      const { sections } = layout('Guide', blocks);
      const pieces = sections.flatMap((section) => section.pieces);
      const borders = chunks.flatMap(({ start, end }) => [start, end]);
      for (const { span, start, end } of pieces) {
        const inside = borders.filter((border) => border > start && border < end);
        if (inside.length === 0) continue;
        const body = text.slice(span.start, span.end);
        const parts =
          span.kind === 'code' || span.kind === 'math'
            ? lineRanges(body)
            : span.kind === 'row' || span.kind === 'header' || span.kind === 'label'
              ? [{ start: 0, end: body.length }]
              : splitSentences(body);
        for (const part of parts) {
          if (countTokens(body.slice(part.start, part.end)) > CHUNK_TOKENS - 8) continue;
          const cut = inside.filter((border) => border > span.start + part.start && border < span.start + part.end);
          expect(cut).toEqual([]);
        }
      }
      for (const chunk of chunks) {
        for (const span of chunk.spans) {
          const piece = pieces.find(
            (candidate) =>
              candidate.span.start <= chunk.start + span.start &&
              candidate.span.end >= chunk.start + span.end &&
              candidate.span.kind === span.kind,
          );
          expect(piece).toBeDefined();
        }
      }
    });
  });

  it('gives ids that are unique, and stay when another section changes', () => {
    fc.assert(
      fc.property(anyBlocks, anyBlocks, (blocks, other) => {
        const section: Block[] = [{ type: 'heading', depth: 2, text: 'Quite another section', anchor: '' }];
        const headings = new Set(layout('Guide', other).sections.map(({ heading }) => heading));
        const before = chunkPage(pageOf([...blocks, ...section])).chunks;
        const after = chunkPage(pageOf([...blocks, ...section, ...other])).chunks;
        expect(new Set(after.map(({ id }) => id)).size).toBe(after.length);
        const kept = before.filter(({ heading }) => !headings.has(heading));
        expect(kept.map(({ id }) => id).filter((id) => !after.some((chunk) => chunk.id === id))).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('counts in page, in section and over same-named sections without gaps, and is deterministic', () => {
    check((blocks) => {
      const { text, chunks } = chunkPage(pageOf(blocks));
      expect(chunkPage(pageOf(structuredClone(blocks)))).toEqual({ text, chunks });
      expect(chunks.map(({ indexInPage }) => indexInPage)).toEqual(chunks.map((_, index) => index));
      for (const { chunksInPage } of chunks) expect(chunksInPage).toBe(chunks.length);
      for (const group of Map.groupBy(chunks, ({ heading }) => heading).values()) {
        expect(group.map(({ index }) => index)).toEqual(group.map((_, index) => index));
      }
    });
  });
});

function lineRanges(body: string): { start: number; end: number }[] {
  let at = 0;
  return body.split('\n').map((line) => {
    const start = at;
    at += line.length + 1;
    return { start, end: start + line.length };
  });
}

function markedWords({ text, marks }: TableCell): string[] {
  return marks.map(({ start, end }) => text.slice(start, end));
}

function markedWordsOf(block: Block): string[] {
  const lines =
    block.type === 'paragraph' ? [block] : block.type === 'table' ? [...block.header, ...block.rows.flat()] : [];
  return [...lines.flatMap(markedWords), ...childrenOf(block).flatMap(markedWordsOf)];
}

function wordsOfBlocks(blocks: readonly Block[]): string[] {
  return blocks
    .flatMap((block) => [...ownWords(block), ...wordsOfBlocks(childrenOf(block))])
    .filter((text) => text !== '');
}

function childrenOf(block: Block): readonly Block[] {
  if (block.type === 'list') return block.items.flat();
  if (block.type === 'definitions') return block.items.flatMap(({ children }) => children);
  if (block.type === 'tabs') return block.tabs.flatMap(({ children }) => children);
  return 'children' in block ? block.children : [];
}

function ownWords(block: Block): string[] {
  switch (block.type) {
    case 'paragraph':
    case 'math':
      return [block.text];
    case 'code':
      return [block.title, block.text];
    case 'image':
      return [block.alt];
    case 'table': {
      const rows = [block.header, ...block.rows].map((row) => row.map(({ text }) => text));
      return [block.caption, ...rows.map((row) => (row.join('') === '' ? '' : row.join(' | ').trim()))];
    }
    case 'definitions':
      return block.items.map(({ term }) => term);
    case 'tabs':
      return block.tabs.map(({ label }) => label);
    case 'admonition':
      return [block.title || block.kind];
    case 'details':
      return [block.summary];
    default:
      return [];
  }
}
