import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { textSpans } from './text-spans.ts';

const shown = (text: string): string[] =>
  textSpans(text).map(({ kind, start, end, ordinal, language }) =>
    [kind, ordinal || '', language, JSON.stringify(text.slice(start, end))].filter((part) => part !== '').join(' '),
  );

const CASES: readonly (readonly [title: string, text: string, spans: readonly string[]])[] = [
  [
    'paragraphs end at blank lines',
    'One.\nStill one.\n\n  Two. \r\n\r\nThree.',
    ['paragraph "One.\\nStill one."', 'paragraph "Two."', 'paragraph "Three."'],
  ],
  ['steps keep their numbers', '1. Fetch.\n2) Build.', ['item 1 "Fetch."', 'item 2 "Build."']],
  ['points may run over lines', '- One\n  more.\n* Two.', ['item "One\\n  more."', 'item "Two."']],
  [
    'code keeps its lines and language',
    'Run:\n```bash\nls  \n\ncd\n```\nDone.',
    ['paragraph "Run:"', 'code bash "ls  \\n\\ncd"', 'paragraph "Done."'],
  ],
  ['code keeps its indentation', '```\n  a\n    b\n```', ['code "  a\\n    b"']],
  ['a fence that nothing closes runs to the end', '~~~\nx', ['code "x"']],
  ['code in a line is no fence', '```ls``` lists.', ['paragraph "```ls``` lists."']],
  ['an empty fence holds nothing', '```\n```', []],
  ['rows as an index writes them', 'a | b\n1 | 2', ['header "a | b"', 'row "1 | 2"']],
  [
    'rows as Markdown writes them',
    '| a | b |\n|---|:-:|\n| 1 | 2 |\n\nEnd.',
    ['header "a | b"', 'row "1 | 2"', 'paragraph "End."'],
  ],
  ['a bar in one line makes no table', 'Either a | b.', ['paragraph "Either a | b."']],
  ['headings say nothing by themselves', '## Setup\nRun it.', ['label "Setup"', 'paragraph "Run it."']],
  ['quotes are text', '> Mind the gap.', ['quote "Mind the gap."']],
  ['nothing gives nothing', ' \n ', []],
];

test.each(CASES)('%s', (_, text, spans) => {
  expect(shown(text)).toEqual(spans);
});

const pieces = fc.constantFrom(
  'word',
  'two',
  ' ',
  '  ',
  '\n',
  '\n\n',
  '- ',
  '1. ',
  '```',
  '~~~',
  '|',
  ' | ',
  '---',
  '# ',
  '> ',
  '\t',
  '\r\n',
  'é',
  '🦜',
  '。',
);

test('spans come in order, are not empty, have no white space at their edges and leave out no word', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      let reached = 0;
      let outside = '';
      for (const { kind, start, end } of textSpans(text)) {
        expect(start).toBeGreaterThanOrEqual(reached);
        expect(end).toBeGreaterThan(start);
        const body = text.slice(start, end);
        expect(body).toBe(kind === 'code' ? body.trimEnd() : body.trim());
        outside += text.slice(reached, start);
        reached = end;
      }
      outside += text.slice(reached);
      // The rest of a line that opens a fence is its language and title.
      expect(outside.replace(/^[ \t]*[`~]{3,}.*$/gmu, '').match(/[\p{L}🦜。]/gu)).toBeNull();
    }),
  );
});
