import { chunkPage } from '@ibid/core/chunk';
import { parsePage } from '@ibid/core/parse';
import { describe, expect, it } from 'vitest';
import { pageFlow, type FlowBlock } from './page-flow.ts';

function flow(markdown: string): readonly FlowBlock[] {
  const { page } = parsePage({
    url: 'https://docs.example.org/page',
    format: 'markdown',
    body: markdown,
    sourceFile: 'page.md',
    title: '',
    imports: {},
    locale: 'en',
    version: '',
    module: 'root',
  });
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

  it('keeps lists, their numbers, their nesting and code between items', () => {
    expect(flow('# P\n\n3. three\n4. four\n   - inner\n\n   ```sh\n   run it\n   ```\n5. five').slice(1)).toEqual([
      { type: 'list', ordered: true, start: 3, depth: 0, items: ['three', 'four'] },
      { type: 'list', ordered: false, start: 0, depth: 1, items: ['inner'] },
      { type: 'code', text: 'run it', language: 'sh' },
      { type: 'list', ordered: true, start: 5, depth: 0, items: ['five'] },
    ]);
  });

  it('does not run two lists, two tables or two code blocks together', () => {
    for (const part of ['- one\n- two', '| a | b |\n| - | - |\n| c | d |', '```\nx\n```']) {
      expect(flow(twice(part)).map(({ type }) => type)).toHaveLength(4);
    }
    expect(flow('# P\n\n```\nx\n```\n\n```\ny\n```').slice(1)).toEqual([
      { type: 'code', text: 'x', language: '' },
      { type: 'code', text: 'y', language: '' },
    ]);
  });

  it('joins what chunks have cut', () => {
    const long = Array.from({ length: 120 }, (_, index) => sentence(index)).join(' ');
    const code = Array.from({ length: 300 }, (_, index) => `const value${index} = compute(${index});`).join('\n');
    const rows = Array.from({ length: 200 }, (_, index) => `| name ${index} | value ${index} |`).join('\n');
    expect(flow(`# P\n\n${long}\n\n\`\`\`ts\n${code}\n\`\`\`\n\n| a | b |\n| - | - |\n${rows}`).slice(1)).toEqual([
      { type: 'text', kind: 'paragraph', text: long },
      { type: 'code', text: code, language: 'ts' },
      expect.objectContaining({
        type: 'table',
        header: ['a | b'],
        rows: expect.toSatisfy((list: unknown[]) => list.length === 200),
      }),
    ]);
  });
});
