import type { Answer, Citation, Statement } from '@ibid/core/types';
import { WORDED } from '@ibid/core';
import { describe, expect, it } from 'vitest';
import { answerText, citedChunks, footnotesOf, proofs, shownText } from './replies.ts';

const cited = (...chunkIds: string[]): Citation[] =>
  chunkIds.map((chunkId, index) => ({ index: index + 1, chunkId, quote: `q${index + 1}` }) as unknown as Citation);

const say = (kind: Statement['kind'], text: string, citations: number[] = [1], side = 0): Statement => ({
  ...WORDED,
  kind,
  text,
  citations,
  side,
  language: kind === 'code' ? 'ts' : '',
});

function place(
  kind: Statement['kind'],
  text: string,
  block: number,
  depth = 0,
  more: Partial<Statement> = {},
): Statement {
  return { ...say(kind, text, [block]), excerpt: 0, block, depth, ...more };
}

describe('footnotes', () => {
  it('number passages in order of first use', () => {
    expect([...footnotesOf(cited('b', 'a', 'b', 'c'), 'chunk').values()]).toEqual(['[1]', '[2]', '[1]', '[3]']);
  });

  it("name page and section in the contracts' format, each once after the text that it proves", () => {
    const [one, other] = cited('a', 'a');
    const citations = [
      { ...one!, url: 'https://docs.example.org/a', heading: 'First \n steps' },
      { ...other!, url: '', heading: 'Selected passage' },
    ];
    expect(answerText([say('sentence', 'Yes.', [1, 2, 1])], footnotesOf(citations, 'source'))).toBe(
      'Yes. [Source: https://docs.example.org/a, Section: First steps][Source: selected_text, Section: Selected passage]',
    );
  });

  it('leave out a table header', () => {
    const [head, row] = [say('header', 'a | b', [1]), say('row', 'c | d', [2])];
    const citations = cited('x', 'x');
    expect(proofs({ citations, statements: [head, row] })).toEqual([citations[1]]);
    expect(proofs({ citations, statements: [head] })).toEqual([citations[0]]);
  });

  it('appear once for each passage that a statement cites', () => {
    const numbers = footnotesOf(cited('b', 'a', 'b'), 'chunk');
    expect(answerText([say('sentence', 'Yes.', [1, 3, 2])], numbers)).toBe('Yes. [1][2]');
  });

  it('link to the first citation of each passage (R13)', () => {
    expect(citedChunks(cited('b', 'a', 'b')).map(({ quote }) => quote)).toEqual(['q1', 'q2']);
  });
});

describe('answer text', () => {
  const numbers = footnotesOf(cited('a'), 'chunk');
  it.each<[string, Statement[], string]>([
    ['sentences', [say('sentence', 'One.'), say('sentence', 'Two.')], 'One. [1] Two. [1]'],
    ['items', [say('item', 'one'), say('item', 'two')], '- one [1]\n- two [1]'],
    [
      'steps around code',
      [say('step', 'Do.'), say('code', 'x()'), say('step', 'Go.')],
      '1. Do. [1]\n\n```ts\nx()\n```\n[1]\n\n2. Go. [1]',
    ],
    [
      'steps around points',
      [say('step', 'Do.'), say('item', 'this'), say('step', 'Go.'), say('sentence', 'Done.'), say('step', 'Anew.')],
      '1. Do. [1]\n\n- this [1]\n\n2. Go. [1]\n\nDone. [1]\n\n1. Anew. [1]',
    ],
    ['a lone row', [say('row', 'a | b')], 'a | b [1]'],
    ['rows', [say('row', 'a | b'), say('row', 'c | d')], '| a | b [1] |\n| --- | --- |\n| c | d [1] |'],
    ['code with fences in it', [say('code', '```\nx\n```')], '````ts\n```\nx\n```\n````\n[1]'],
    [
      'the sides of a contradiction',
      [say('sentence', 'It is 1.', [1], 1), say('sentence', 'It is 2.', [1], 2)],
      'It is 1. [1]\n\nIt is 2. [1]',
    ],
  ])('shows %s', (_, statements, expected) => {
    expect(answerText(statements, numbers)).toBe(expected);
  });
});

describe('the text of excerpts', () => {
  const numbers = new Map([1, 2, 3, 4, 5, 6].map((index) => [index, `[${index}]`]));
  it.each<[string, Statement[], string]>([
    [
      'paragraphs apart, with footnotes at their ends',
      [place('sentence', 'One.', 1), place('sentence', 'Two.', 1), place('sentence', 'Three.', 2)],
      'One. Two. [1]\n\nThree. [2]',
    ],
    [
      'the numbers of steps and nested lists',
      [
        place('step', 'Go.', 1, 1, { ordinal: 9 }),
        place('item', 'here', 2, 2),
        place('sentence', 'Or there.', 2, 2),
        place('item', 'far', 3, 3),
        place('step', 'Stop.', 4, 1, { ordinal: 10 }),
        place('item', 'now', 5, 2),
      ],
      '9. Go. [1]\n   - here Or there. [2]\n     - far [3]\n10. Stop. [4]\n    - now [5]',
    ],
    [
      'what goes on within an item',
      [
        place('step', 'Go.', 1, 1, { ordinal: 1 }),
        place('code', 'x()', 2, 1),
        place('row', 'a | b', 3, 1),
        place('row', 'c | d', 3, 1),
      ],
      '1. Go. [1]\n\n   ```ts\n   x()\n   ```\n   [2]\n\n   |  |  |\n   | --- | --- |\n   | a | b |\n   | c | d [3] |',
    ],
    [
      'lines of code as they are, at the edge',
      [place('item', 'Go.', 1, 1), place('code', 'x()\ny()', 2, 1), place('item', 'Stop.', 3, 2)],
      '- Go. [1]\n\n```ts\nx()\ny()\n```\n[2]\n\n- Stop. [3]',
    ],
    ['code that is one block as one', [place('code', 'x()', 1), place('code', 'y()', 1)], '```ts\nx()\ny()\n```\n[1]'],
    [
      'a label, whose footnotes stand behind what it names',
      [place('label', 'Linux', 1), place('sentence', 'Run it.', 2)],
      '**Linux**\n\nRun it. [1][2]',
    ],
    ['a label alone', [place('label', 'Linux', 1)], '**Linux** [1]'],
    [
      'a list behind a list as another one',
      [place('step', 'Go.', 1, 1, { ordinal: 5 }), place('step', 'Come.', 1, 1, { ordinal: 1, excerpt: 1 })],
      '5. Go. [1]\n\n1) Come. [1]',
    ],
  ])('has %s', (_, statements, expected) => {
    expect(answerText(statements, numbers)).toBe(expected);
  });
});

describe('shown text', () => {
  const answer: Answer = {
    outcome: 'insufficient',
    asked: 'x',
    statements: [],
    citations: [],
    message: 'These pages do not answer that.',
    nearest: [
      { url: 'https://docs.example.org/a', anchor: 'b-c', title: 'Guide', heading: 'First\nsteps' },
      { url: 'https://docs.example.org', anchor: '', title: 'Welcome', heading: 'Welcome' },
    ],
    excerpts: [],
    closest: [],
    corrected: [],
    warnings: [],
    withheld: 0,
    confidence: 0,
    answerer: 'a',
    model: undefined,
    generation: 1,
  };

  it('names the nearest sections if the pages do not answer (R11)', () => {
    expect(shownText(answer, 'source')).toBe(
      'These pages do not answer that.\n\n- Guide › First steps: https://docs.example.org/a#b-c\n- Welcome: https://docs.example.org',
    );
  });

  it('has only the reason of a refusal', () => {
    expect(shownText({ ...answer, outcome: 'refused', message: 'Hello.' }, 'source')).toBe('Hello.');
  });

  it('says that there is no answer even without a message', () => {
    expect(shownText({ ...answer, nearest: [], message: ' ' }, 'source')).toBe('These pages do not answer that.');
  });
});

describe('tables', () => {
  it('have rows with equally many cells; a row with another number begins a new table', () => {
    const rows = ['a | b', '1 | 2', 'a | b | c', '1 | 2 | 3'].map((text) => say('row', text));
    expect(answerText(rows)).toBe(
      '| a | b |\n--- | ---\n| 1 | 2 |\n\n| a | b | c |\n--- | --- | ---\n| 1 | 2 | 3 |'.replaceAll(
        /^(--- .*)$/gmu,
        '| $1 |',
      ),
    );
  });

  it('escape the bars in cells', () => {
    const marks = [{ kind: 'code' as const, start: 0, end: 5, href: '' }];
    const rows = [say('row', 'a | b'), { ...say('row', 'p | q | c|d'), marks }];
    expect(answerText(rows)).toBe('| a | b |\n| --- | --- |\n| p \\| q | c\\|d |');
  });

  it('shows code as code, and escapes the words around it', () => {
    const marks = [{ kind: 'code' as const, start: 4, end: 22, href: '' }];
    const text = 'Use [a](https://b.c/x) or [d](e), ![f](g), <img> and h\\](i).';
    expect(answerText([{ ...say('sentence', text), marks }])).toBe(
      String.raw`Use \`[a](https://b.c/x)\` or \[d\](e), !\[f\](g), \<img> and h\\\](i).`.replaceAll('\\`', '`'),
    );
    const line = 'See https://a.b/<img src=x onerror=alert(1)>, 127.0.0.1 and a_b or\n- c';
    expect(answerText([say('sentence', line)])).toBe(
      'See `https://a.b/<img` src=x onerror=alert(1)>, 127.0.0.1 and a_b or - c',
    );
    expect(answerText([say('sentence', '1. __a__')])).toBe(String.raw`1\. \_\_a\_\_`);
  });
});
