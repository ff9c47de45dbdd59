import { describe, expect, it } from 'vitest';
import { turnReader } from './agent.ts';

function read(
  maySearch: boolean,
  text: string,
  end: 'answers' | 'searches' | 'fails',
): { readonly texts: readonly string[]; readonly declined: boolean } {
  const texts: string[] = [];
  const turn = turnReader(maySearch, (piece) => texts.push(piece.text));
  for (const part of text.match(/.{1,7}/gsu) ?? []) turn.feed(part);
  if (end === 'fails') turn.abandon();
  return { texts, declined: end === 'fails' ? false : turn.end(end === 'searches') };
}

describe('a turn of a model', () => {
  const preface = 'Let me look that up. I will search now.';
  const answer = 'Buses are topics. [p1] They are named. Nodes use them. [p2]';

  it('passes every piece on in its place when the model answers', () => {
    const texts = ['Buses are topics.', 'They are named.', 'Nodes use them.'];
    for (const maySearch of [true, false]) expect(read(maySearch, answer, 'answers').texts).toEqual(texts);
    expect(read(true, 'Buses are topics.', 'answers').texts).toEqual(['Buses are topics.']);
  });

  it('drops what a model announces before it searches', () => {
    expect(read(true, preface, 'searches').texts).toEqual([]);
    expect(read(true, `Buses are topics. [p1] ${preface}`, 'searches').texts).toEqual(['Buses are topics.']);
  });

  it('passes on what was complete when the model fails, and no more', () => {
    expect(read(false, 'Buses are topics. [p1] They are named after', 'fails').texts).toEqual(['Buses are topics.']);
    expect(read(true, 'They are named. Buses are', 'fails').texts).toEqual([]);
  });

  it('knows when the model declines, but not when it searches instead', () => {
    expect(read(true, 'NOT_IN_SOURCES', 'answers')).toEqual({ texts: [], declined: true });
    expect(read(true, 'NOT_IN_SOURCES', 'searches').declined).toBe(false);
    expect(read(true, answer, 'answers').declined).toBe(false);
  });
});
