import { describe, expect, it } from 'vitest';
import { moveLocations } from './move-locations.ts';

const HERE = 'http://127.0.0.1:8000';

describe('moveLocations', () => {
  it.each<readonly [string, readonly string[], string, readonly (readonly string[])[]]>([
    ['built for this directory', ['/repo/', '/repo/a'], '/repo/', [['/repo/', '/repo/a']]],
    ['built for the root', ['/', '/a', '/b/c'], '/', [['/', '/a', '/b/c']]],
    [
      'built for a directory, served at the root',
      ['/repo/', '/repo/a', '/repo/b/c'],
      '/',
      [
        ['/repo/', '/repo/a', '/repo/b/c'],
        ['/', '/a', '/b/c'],
      ],
    ],
    ['built for the root, served in a directory', ['/', '/a'], '/next/', [['/next/', '/next/a']]],
    ['built for another directory', ['/repo', '/repo/a'], '/next/', [['/next/', '/next/a']]],
    ['names that only begin alike', ['/docs-a/x', '/docs-b/y'], '/next/', [['/next/docs-a/x', '/next/docs-b/y']]],
    ['one page', ['/repo/a'], '/next/', [['/next/a']]],
    [
      'parts of a site, of which one is crawled',
      ['/', '/docs/a', '/blog/b'],
      '/docs/',
      [['/docs/a'], ['/docs/', '/docs/docs/a', '/docs/blog/b']],
    ],
  ])('%s', (_, paths, base, expected) => {
    const locations = paths.map((path) => `https://docs.example${path}`);
    const guesses = moveLocations(locations, HERE, base)?.guesses;
    expect(guesses?.map((guess) => guess.map((url) => url.slice(HERE.length).replace(/\/+/g, '/')))).toEqual(expected);
  });

  it('never leaves the origin, whatever the path looks like', () => {
    const locations = [
      'https://a.example//evil.example/x',
      'https://a.example/@evil.example',
      'https://a.example/..//y',
    ];
    const guesses = moveLocations(locations, HERE, '/')?.guesses.flat() ?? [];
    expect(guesses.map((url) => new URL(url).origin)).toEqual(guesses.map(() => HERE));
    expect(guesses).not.toEqual([]);
  });

  it('takes the host that is named most, and no address that is none', () => {
    const locations = ['https://b.example/x', 'https://a.example/1', 'nonsense', 'https://a.example/2'];
    expect(moveLocations(locations, HERE, '/')).toEqual({
      from: 'https://a.example/',
      guesses: [[`${HERE}/1`, `${HERE}/2`]],
    });
    expect(moveLocations(['nonsense'], HERE, '/')).toBeUndefined();
  });
});
