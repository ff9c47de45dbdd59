import { beforeAll, describe, expect, test } from 'vitest';
import { filler } from '../excerpt/excerpt-fixture.ts';
import type { Passage } from '../types/answer.ts';
import type { Chunk } from '../types/chunk.ts';
import { openTestEngine, type TestEngine } from './engine-fixture.ts';
import { withNeighbours } from './with-neighbours.ts';

let place: TestEngine;
let long: readonly Chunk[];
let other: readonly Chunk[];
let topic: readonly Chunk[];
let usage: readonly Chunk[];
let old: readonly Chunk[];
beforeAll(async () => {
  const paragraphs = Array.from({ length: 12 }, () => filler(12)).join('\n\n');
  place = await openTestEngine({
    '/long': `# Stones\n\n${paragraphs}\n\n## Last\n\nThe end.`,
    '/other': '# Other\n\nHi.',
    '/usage':
      "# Pump\n\nIt moves water.\n\n## Import\n\n```js\nimport { pump } from 'pump'\n```\n\n## Usage\n\n```js\npump()\n```\n\n## More\n\nNo.",
    '/old': `# Old\n\n:::warning\n\nOld stones are deprecated.\n\n:::\n\n## First\n\n${filler(40)}\n\n## Last\n\n${filler(40)}`,
    '/topic': '# Gini\n\nThis is about it.\n\n## Definition\n\nIt is a share.\n\n# Next\n\nNo.',
  });
  const content = await Promise.all(
    ['/long', '/other', '/topic', '/usage', '/old'].map((path) => place.engine.page(path)),
  );
  [long, other, topic, usage, old] = content.map((page) => page!.content) as [
    readonly Chunk[],
    readonly Chunk[],
    readonly Chunk[],
    readonly Chunk[],
    readonly Chunk[],
  ];
});

async function completed(chunks: readonly Chunk[], generation: number = 1): Promise<readonly Passage[]> {
  const given = chunks.map((chunk, at): Passage => ({ label: `p${at + 1}`, chunk, score: 2, similarity: 0.5 }));
  return withNeighbours(place.store, given, generation, {});
}

const places = (passages: readonly Passage[]): readonly number[] => passages.map(({ chunk }) => chunk.indexInPage);

describe('a passage is completed by what stands beside it in its section', () => {
  test('before and after it, behind the passages given, under labels that follow theirs, as not ranked', async () => {
    const found = await completed([long[1]!, other[0]!]);
    expect(found.map(({ label }) => label)).toEqual(['p1', 'p2', 'p3', 'p4']);
    expect(places(found)).toEqual([1, 0, 0, 2]);
    expect(found.slice(2).every(({ chunk, score }) => chunk.url === long[0]!.url && score === 0)).toBe(true);
  });

  test('nothing of another section, and nothing before the first', async () => {
    expect(places(await completed([long.at(-1)!]))).toEqual([long.length - 1]);
    expect(places(await completed([long[0]!]))).toEqual([0, 1]);
  });

  test('a section that only leads in is completed by the one below it', async () => {
    expect(places(await completed([topic[0]!]))).toEqual([0, 1]);
    expect(places(await completed([topic[1]!]))).toEqual([1]);
  });

  test('where the one below only imports something, its use comes too', async () => {
    expect(places(await completed([usage[0]!]))).toEqual([0, 1, 2]);
    expect(places(await completed([usage[2]!]))).toEqual([2]);
  });

  test('the beginning of a page that may say that it is outdated comes with its sections', async () => {
    expect(places(await completed([old.at(-1)!]))).toContain(0);
  });

  test('nothing twice', async () => {
    expect(places(await completed([long[0]!, long[1]!, long[2]!])).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
  });

  test('nothing where another generation has been published since', async () => {
    expect(places(await completed([long[1]!], 7))).toEqual([1]);
  });
});
