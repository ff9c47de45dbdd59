import { chunkPage } from '../chunk/chunk-page.ts';
import { parsePage } from '../parse/parse-page.ts';
import { rawPage } from '../parse/testing/read-page.ts';
import { describe, expect, it } from 'vitest';
import { pageFlow, type FlowBlock } from './page-flow.ts';

function flow(markdown: string): readonly FlowBlock[] {
  const { page } = parsePage(rawPage('markdown', markdown));
  const { text, chunks } = chunkPage(page!);
  return pageFlow({ text, content: chunks });
}

function twice(part: string): string {
  return `# P\n\n${part}\n\nBetween.\n\n${part}`;
}

function sentence(index: number): string {
  return `Sentence number ${index} says something about the parrot and its feathers.`;
}

describe('pageFlow', () => {
  it('shows headings with their real ids, also those without text of their own', () => {
    expect(
      flow('# Page\n\n## Outer {#out}\n\n### Inner\n\nText.').map((block) => block.type === 'heading' && block),
    ).toEqual([
      { type: 'heading', depth: 1, text: 'Page', anchor: '' },
      { type: 'heading', depth: 2, text: 'Outer', anchor: '' },
      { type: 'heading', depth: 3, text: 'Inner', anchor: 'inner' },
      false,
    ]);
  });

  it('keeps items, their numbers, their depth and code between them', () => {
    expect(flow('# P\n\n3. three\n4. four\n   - inner\n\n   ```sh\n   run it\n   ```\n5. five').slice(1)).toMatchObject(
      [
        { type: 'item', ordinal: 3, depth: 1, text: 'three' },
        { type: 'item', ordinal: 4, depth: 1, text: 'four' },
        { type: 'item', ordinal: 0, depth: 2, text: 'inner' },
        { type: 'code', text: 'run it', language: 'sh', depth: 1 },
        { type: 'item', ordinal: 5, depth: 1, text: 'five' },
      ],
    );
  });

  it('does not run two tables or two code blocks together', () => {
    for (const part of ['| a | b |\n| - | - |\n| c | d |', '```\nx\n```']) {
      expect(flow(twice(part)).map(({ type }) => type)).toHaveLength(4);
    }
    expect(flow('# P\n\n```\nx\n```\n\n```\ny\n```').slice(1)).toEqual([
      { type: 'code', text: 'x', language: '', depth: 0 },
      { type: 'code', text: 'y', language: '', depth: 0 },
    ]);
  });

  it('joins what chunks have cut', () => {
    const long = Array.from({ length: 120 }, (_, index) => sentence(index)).join(' ');
    const code = Array.from({ length: 300 }, (_, index) => `const value${index} = compute(${index});`).join('\n');
    const rows = Array.from({ length: 200 }, (_, index) => `| name ${index} | value ${index} |`).join('\n');
    expect(flow(`# P\n\n${long}\n\n\`\`\`ts\n${code}\n\`\`\`\n\n| a | b |\n| - | - |\n${rows}`).slice(1)).toEqual([
      { type: 'text', kind: 'paragraph', text: long, marks: [], depth: 0 },
      { type: 'code', text: code, language: 'ts', depth: 0 },
      expect.objectContaining({
        type: 'table',
        header: [{ text: 'a | b', marks: [] }],
        rows: expect.toSatisfy((list: unknown[]) => list.length === 200),
      }),
    ]);
  });

  it('marks the words as the page does, also those that two chunks share', () => {
    const long = Array.from({ length: 120 }, (_, index) => `${sentence(index)} **Strong${index}** words.`).join(' ');
    const [text] = flow(`# P\n\n${long}`).slice(1);
    const marked = text?.type === 'text' ? text.marks.map(({ start, end }) => text.text.slice(start, end)) : [];
    expect(marked).toEqual(Array.from({ length: 120 }, (_, index) => `Strong${index}`));
  });
});
