import { describe, expect, it } from 'vitest';

import type { Block } from '../types/block.ts';
import { heading, paragraph, tableOf } from './blocks-fixture.ts';
import { layout } from './layout.ts';

const code = (text: string, title = ''): Block => ({ type: 'code', text, language: 'js', title });
const list = (ordered: boolean, ...items: Block[][]): Block => ({ type: 'list', ordered, start: 1, items });

const checkLayout = (rule: string, blocks: readonly Block[], expected: string): void => {
  it(`${rule}`, () => {
    expect(layout('Title', blocks).text).toBe(expected.trim());
  });
};

/** `kind group.ordinal text`, one line per span, indented by its depth, then its marks; `§ path #anchor` opens a section. */
const checkSpans = (rule: string, blocks: readonly Block[], expected: readonly string[]): void => {
  it(`${rule}`, () => {
    const { text, sections } = layout('Title', blocks);
    const printed = sections.flatMap(({ heading: name, headings, anchor, pieces, marks }) => [
      `§ ${headings.join(' > ') || `(${name})`} #${anchor}`,
      ...pieces.map(({ span }) => {
        const place = span.group === 0 ? '' : ` ${span.group}${span.ordinal === 0 ? '' : `.${span.ordinal}`}`;
        return `${'  '.repeat(span.depth)}${span.kind}${place} ${JSON.stringify(text.slice(span.start, span.end))}`;
      }),
      ...marks.map(({ kind, start, end, href }) => `${kind} ${JSON.stringify(text.slice(start, end))} ${href}`),
    ]);
    expect(printed).toEqual(expected);
  });
};

describe('layout: text', () => {
  checkLayout(
    'lists are indented by two spaces a level, and only items stand on neighbouring lines',
    [
      paragraph('Do this:'),
      list(
        true,
        [paragraph('Open it.'), list(false, [paragraph('wide')], [paragraph('far')])],
        [paragraph('Close it.')],
      ),
      list(false, [paragraph('Another list.'), paragraph('More.'), code('a\n  b')], [paragraph('Last.')]),
    ],
    `
Do this:

1. Open it.
  - wide
  - far
2. Close it.

- Another list.

  More.

\`\`\`js
a
  b
\`\`\`

- Last.`,
  );
  checkLayout(
    'a fence is longer than any run of backticks inside',
    [code('```\nx'), code('````')],
    '````js\n```\nx\n````\n\n`````js\n````\n`````',
  );
  checkLayout(
    'labels stand on the line above',
    [
      { type: 'admonition', kind: 'warning', title: '', children: [paragraph('Hot.')] },
      { type: 'details', summary: 'More', children: [code('x', 'app.js')] },
      { type: 'definitions', items: [{ term: 'port', children: [paragraph('A number.')] }] },
    ],
    'warning\nHot.\n\nMore\napp.js\n```js\nx\n```\n\nport\nA number.',
  );
  checkLayout(
    'tables, quotes, formulas and images',
    [
      tableOf(
        ['a', 'b'],
        [
          ['1', ''],
          ['', ''],
          ['3', '4'],
        ],
      ),
      { type: 'quote', children: [paragraph('Said.'), list(false, [paragraph('so')])] },
      { type: 'math', text: 'x^2' },
      { type: 'image', alt: 'A map' },
    ],
    'a | b\n1 |\n3 | 4\n\n> Said.\n\n> - so\n\n$$\nx^2\n$$\n\nA map',
  );
});

describe('layout: sections and spans', () => {
  checkSpans(
    'headings open sections, the title is left out of paths, empty sections are left out',
    [
      paragraph('Before.'),
      heading(1, 'Title', 'title'),
      paragraph('Top.'),
      heading(2, 'Install', 'install'),
      heading(3, 'Linux', 'linux'),
      paragraph('Unpack.'),
      heading(2, 'Use', 'use'),
      paragraph('Run.'),
    ],
    [
      '§ (Title) #',
      'paragraph "Before."',
      '§ (Title) #title',
      'paragraph "Top."',
      '§ Install > Linux #linux',
      'paragraph "Unpack."',
      '§ Use #use',
      'paragraph "Run."',
    ],
  );
  checkSpans(
    'each section within a tab has the label of the tab, and no section has it alone',
    [
      {
        type: 'tabs',
        tabs: [
          {
            label: 'S3',
            children: [
              heading(3, 'Keys'),
              paragraph('Set them.'),
              heading(3, 'Quota'),
              heading(4, 'Size'),
              { type: 'tabs', tabs: [{ label: 'EU', children: [paragraph('None.'), heading(5, 'Empty')] }] },
            ],
          },
        ],
      },
      heading(2, 'Next'),
      paragraph('Text.'),
    ],
    [
      '§ Keys #',
      'label 1 "S3"',
      'paragraph 1 "Set them."',
      '§ Quota > Size #',
      'label 1 "S3"',
      'label 2 "EU"',
      'paragraph 2 "None."',
      '§ Next #',
      'paragraph "Text."',
    ],
  );
  checkSpans(
    'the label of a tab that opens with a heading belongs to that section',
    [
      {
        type: 'tabs',
        tabs: [
          { label: 'npm', children: [heading(3, 'With npm'), paragraph('npm it.')] },
          { label: 'yarn', children: [heading(3, 'With yarn'), paragraph('yarn it.')] },
          { label: 'empty', children: [] },
        ],
      },
    ],
    [
      '§ With npm #',
      'label 1 "npm"',
      'paragraph 1 "npm it."',
      '§ With yarn #',
      'label 1 "yarn"',
      'paragraph 1 "yarn it."',
      'label 1 "empty"',
    ],
  );
  checkSpans(
    'each list and table has its own group; further blocks of an item share the list group',
    [
      list(true, [paragraph('One.'), code('x'), list(false, [paragraph('deep')])], [paragraph('Two.')]),
      tableOf(['h'], [['r']]),
      paragraph('Free.'),
    ],
    [
      '§ (Title) #',
      '  item 1.1 "One."',
      '  code 1 "x"',
      '    item 2 "deep"',
      '  item 1.2 "Two."',
      'header 3 "h"',
      'row 3 "r"',
      'paragraph "Free."',
    ],
  );
  checkSpans(
    'a caption is a label of its table, and marks stand on the same words as before',
    [
      {
        ...tableOf([], []),
        caption: 'Loads',
        rows: [
          [
            { text: '', marks: [] },
            { text: ' a b ', marks: [{ kind: 'code', start: 1, end: 2, href: '' }] },
          ],
        ],
      },
      { type: 'paragraph', text: 'See there.', marks: [{ kind: 'link', start: 4, end: 9, href: 'https://h/a#b' }] },
    ],
    [
      '§ (Title) #',
      'label 1 "Loads"',
      'row 1 "| a b"',
      'paragraph "See there."',
      'code "a" ',
      'link "there" https://h/a#b',
    ],
  );
});
