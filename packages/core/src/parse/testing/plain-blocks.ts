import type { Block } from '../../types/block.ts';
import type { RawPage } from '../../types/source.ts';

/** Blocks for tests of text alone: without marks, cells as their text, and without the captions that tables do not have. */
export function plainBlocks(blocks: readonly Block[]): readonly unknown[] {
  return JSON.parse(JSON.stringify(blocks), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('marks' in value)) return withoutCaption(value);
    const { marks: _marks, ...rest } = value;
    return 'type' in rest ? rest : (rest as { text?: unknown }).text;
  }) as readonly unknown[];
}

function withoutCaption(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('caption' in value) || value.caption !== '') return value;
  const { caption: _caption, ...rest } = value;
  return rest;
}

/** A page of which only the text counts. */
export function rawPage(format: RawPage['format'], body: string, more: Partial<RawPage> = {}): RawPage {
  const url = 'https://docs.example.org/guide/some-page';
  const facets = { locale: '', version: '', module: format === 'html' ? '' : 'root' };
  return { url, format, body, sourceFile: 'guide/some-page', title: '', imports: {}, ...facets, ...more };
}
