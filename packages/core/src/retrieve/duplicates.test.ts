import { describe, expect, test } from 'vitest';
import type { Chunk } from '../types/chunk.ts';
import { withOriginals } from './duplicates.ts';

const TEXT = 'A topic is a named channel with one message type.';

function ranked(...hits: readonly (readonly [path: string, text: string, score: number])[]): [string, number][] {
  const given = hits.map(([path, text, score]) => ({
    chunk: { url: `https://docs.example.org${path}`, text } as Partial<Chunk> as Chunk,
    score,
  }));
  return withOriginals(given).map(({ chunk, score }) => [new URL(chunk.url).pathname, score]);
}

describe('of passages that are equal word for word (R7)', () => {
  test('the page itself stands before what repeats it in another version or an untranslated language', () => {
    const given = ranked(
      ['/ur/docs/topics', TEXT, 3],
      ['/x', 'y', 2],
      ['/docs/topics', TEXT, 1],
      ['/docs/1.0/topics', TEXT, 0],
    );
    expect(given).toEqual([
      ['/docs/topics', 3],
      ['/x', 2],
      ['/ur/docs/topics', 1],
      ['/docs/1.0/topics', 0],
    ]);
  });

  test('those of different pages stay where they are', () => {
    const given: [string, string, number][] = [
      ['/docs/overview', TEXT, 2],
      ['/faq', TEXT, 1],
    ];
    expect(ranked(...given)).toEqual(given.map(([path, , score]) => [path, score]));
  });
});
