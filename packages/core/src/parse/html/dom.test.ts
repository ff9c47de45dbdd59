import { parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { attribute, findAll } from './dom.ts';

const html = `
  <main id=m class="a b"><article><div class="theme-tabs x" data-n="one two"><p id=p1></p></div></article></main>
  <article id=lone><p id=p2 hidden></p></article>
  <div id=outer><section id=s1><div id=inner><section id=s2><p id=p3></p></section></div></section></div>`;

function ids(selector: string): string[] {
  return findAll(parseFragment(html), selector).map((element) => attribute(element, 'id') || element.tagName);
}

describe('the selector matcher', () => {
  test.each([
    ['main', ['m']],
    ['#p1', ['p1']],
    ['.a.b', ['m']],
    ['[hidden]', ['p2']],
    ['[class^=theme-]', ['div']],
    ['[class*=tabs]', ['div']],
    ['[data-n~=two]', ['div']],
    ['[data-n="one two"]', ['div']],
    ['main p', ['p1']],
    ['article > p', ['p2']],
    ['main > p', []],
    ['p:not([hidden])', ['p1', 'p3']],
    ['article:not(#lone) p', ['p1']],
    ['#p1, #p2', ['p1', 'p2']],
    ['div > section p', ['p3']],
    ['#outer > section p', ['p3']],
    ['#outer > section > p', []],
    ['*#p3', ['p3']],
  ])('%s finds %j', (selector, expected) => {
    expect(ids(selector)).toEqual(expected);
  });

  test('an empty selector finds nothing and a broken one throws', () => {
    expect(ids('')).toEqual([]);
    expect(() => ids('p + p')).toThrow(/not understood/);
    expect(() => ids('p::before')).toThrow(/not understood/);
  });
});
