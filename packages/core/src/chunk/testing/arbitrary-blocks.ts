import * as fc from 'fast-check';
import type { Block } from '../../types/block.ts';
import type { Mark, MarkKind } from '../../types/mark.ts';

/**
 * Block trees as parsers may produce them: visible text without white space at its ends, every kind of block, nested containers,
 * headings anywhere. `size` scales the longest texts: at 1 most sections are short, at 10 some exceed a chunk.
 */
export function arbitraryBlocks(options: { readonly size?: number } = {}): fc.Arbitrary<Block[]> {
  const size = options.size ?? 3;
  const { blocks } = fc.letrec<{ block: Block; blocks: Block[]; few: Block[] }>((tie) => ({
    blocks: fc.array(tie('block'), { maxLength: 8 }),
    few: fc.array(tie('block'), { maxLength: 3 }),
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 4, arbitrary: marked(prose(size)).map((line) => ({ type: 'paragraph' as const, ...line })) },
      { weight: 2, arbitrary: heading },
      { weight: 2, arbitrary: code(size) },
      { weight: 1, arbitrary: table },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('math' as const), text: line }) },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('image' as const), alt: line }) },
      {
        weight: 2,
        arbitrary: fc.record({
          type: fc.constant('list' as const),
          ordered: fc.boolean(),
          start: fc.integer({ min: 0, max: 12 }),
          items: fc.array(tie('few'), { minLength: 1, maxLength: 5 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          type: fc.constant('definitions' as const),
          items: fc.array(fc.record({ term: line, children: tie('few') }), { minLength: 1, maxLength: 3 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          type: fc.constant('admonition' as const),
          kind: fc.constantFrom('note', 'warning'),
          title: fc.oneof(fc.constant(''), line),
          children: tie('few'),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          type: fc.constant('tabs' as const),
          tabs: fc.array(fc.record({ label: line, children: tie('few') }), { minLength: 1, maxLength: 3 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ type: fc.constant('details' as const), summary: line, children: tie('few') }),
      },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('quote' as const), children: tie('few') }) },
    ),
  }));
  return blocks;
}

const word = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      'reload',
      'the',
      'server',
      'Kubernetes',
      'config.yaml',
      'v1.2.3',
      'e.g.',
      'npm',
      '3.5',
      '–',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('maxRetryCount', '--dry-run', 'C++', '`', '```', '|', '#', '$$', '- x', '>'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '日本語。検索',
      'مرحبا؟',
      'café',
      'e\u0301',
      '😀',
      '<|endoftext|>',
      'https://x.org/a?b=c#d',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
      .map((text) => text.replace(/\s+/g, ''))
      .filter(isVisible),
  },
);

const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));

const heading = fc.record({
  type: fc.constant('heading' as const),
  depth: fc.integer({ min: 1, max: 6 }),
  text: fc.oneof(fc.constantFrom('Install', 'Usage', 'Title'), line),
  anchor: fc.constantFrom('', 'install', 'usage', 'usage-1'),
});

const table = fc.integer({ min: 1, max: 4 }).chain((columns) => {
  const row = fc.array(marked(fc.oneof(fc.constant(''), line)), { minLength: columns, maxLength: columns });
  return fc.record({
    type: fc.constant('table' as const),
    caption: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, line),
    header: fc.oneof(fc.constant([]), row),
    rows: fc.array(row, { minLength: 1, maxLength: 40 }),
  });
});

/** A text with marks as parsers make them: within the text, ordered, outer ones first. */
function marked(texts: fc.Arbitrary<string>): fc.Arbitrary<{ text: string; marks: readonly Mark[] }> {
  return texts.chain((text) => {
    const mark = fc
      .record({
        kind: fc.constantFrom<MarkKind>('code', 'strong', 'sup', 'link'),
        from: fc.nat(text.length),
        length: fc.nat(30),
      })
      .map(({ kind, from, length }): Mark => {
        const href = kind === 'link' ? 'https://docs.test/other#part' : '';
        return { kind, start: from, end: Math.min(text.length, from + length), href };
      });
    return fc.array(mark, { maxLength: 3 }).map((marks) => ({
      text,
      marks: marks.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start || b.end - a.end),
    }));
  });
}

function prose(size: number): fc.Arbitrary<string> {
  const sentence = fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 12 }), fc.constantFrom('.', '?', '!', '...', ':', ''))
    .map(([words, stop]) => `${words.join(' ')}${stop}`);
  return fc.oneof(
    {
      weight: 20,
      arbitrary: fc.array(sentence, { minLength: 1, maxLength: 5 * size }).map((parts) => parts.join(' ')),
    },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 200 * size }).map((count) => 'endless '.repeat(count).trim()) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 * size }).map((count) => '漢字'.repeat(count)) },
  );
}

function code(size: number): fc.Arbitrary<Block> {
  const codeLine = fc
    .tuple(fc.constantFrom('', '  ', '\t'), fc.oneof(fc.constant(''), line))
    .map(([indent, text]) => `${indent}${text}`);
  return fc.record({
    type: fc.constant('code' as const),
    text: fc
      .array(codeLine, { minLength: 1, maxLength: 20 * size })
      .map((lines) => lines.join('\n').replace(/\n+$/, ''))
      .filter(isVisible),
    language: fc.constantFrom('', 'js', 'bash'),
    title: fc.oneof(fc.constant(''), fc.constant('app.js')),
  });
}

function isVisible(text: string): boolean {
  return text.trim() !== '';
}
