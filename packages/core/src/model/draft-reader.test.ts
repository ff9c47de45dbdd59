import { describe, expect, test } from 'vitest';
import { createDraftReader, type DraftPiece } from './draft-reader.ts';
import { MODEL_DRAFTS, type ModelDraft } from './testing/model-drafts.ts';

function shown({ kind, text, labels, language }: DraftPiece): string {
  return `${kind}${language === '' ? '' : ` (${language})`}: ${text} {${labels.join(' ')}}`;
}

function read(text: string): { readonly shown: readonly string[]; readonly declined: boolean } {
  const reader = createDraftReader();
  const pieces = [...reader.feed(text)];
  const end = reader.end(true);
  return { shown: [...pieces, ...end.pieces].map(shown), declined: end.declined };
}

const named = (drafts: readonly ModelDraft[]): [string, ModelDraft][] =>
  drafts.map((draft) => [JSON.stringify(draft[0].slice(0, 100)), draft]);

describe.each(Object.entries(MODEL_DRAFTS))('%s', (_, drafts) => {
  test.each(named(drafts))('%s', (__, [writes, ...gives]) => {
    expect(read(writes)).toEqual({ shown: gives, declined: false });
  });
});

test.each([
  ['See **www.a.org** now. [p1]', 'sentence: See www.a.org now. {p1}'],
  ['[*Look at https://a.org* now. [p1]', 'sentence: [Look at https://a.org now. {p1}'],
])('an address that plain text holds may be emphasised: %j', (text, sentence) => {
  expect(read(text)).toEqual({ shown: [sentence], declined: false });
});

describe('a model that has no answer says so by one word', () => {
  test.each([
    'NOT_IN_SOURCES',
    ' "NOT_IN_SOURCES."\n',
    '**NOT\\_IN\\_SOURCES** [p1]',
    '```\nNOT_IN_SOURCES\n```',
    '<think>It is not there.</think>\nNOT_IN_SOURCES',
    '- NOT_IN_SOURCES\n\nNOT_IN_SOURCES',
  ])('%j', (text) => {
    expect(read(text)).toEqual({ shown: [], declined: true });
  });

  test.each([
    ['A is. [p1]\n\nNOT_IN_SOURCES', ['sentence: A is. {p1}']],
    ['NOT_IN_SOURCES\n\nA is. [p1]', ['sentence: A is. {p1}']],
    ['NOT_IN_SOURCES: the pages do not say.', []],
    ['', []],
    ['It is not in the sources.', ['sentence: It is not in the sources. {}']],
  ])('%j does not, and the word is not shown', (text, pieces) => {
    expect(read(text)).toEqual({ shown: pieces, declined: false });
  });
});

describe('a piece comes as soon as nothing can change it', () => {
  test.each([
    ['a sentence when the next one has begun', ['A is. [p1] ', 'B'], [0, 1]],
    ['an item when the next one has begun', ['- a [p1]\n- ', 'b'], [0, 1]],
    ['a row when its line has ended', ['| a [p1] |', '\n'], [0, 1]],
    ['code and its label', ['```\na\n```\n[p', '1]', '\n'], [0, 0, 1]],
    ['what has no label when no line of labels can follow', ['A is.\n\n[p1', '] B is.\n'], [0, 1]],
    ['a paragraph when a blank line ends it', ['A is. [p1]\n', '\n'], [0, 1]],
  ])('%s', (_, parts, counts) => {
    const reader = createDraftReader();
    expect(parts.map((part) => reader.feed(part).length)).toEqual(counts);
  });

  test('and nothing at the end of a text that was cut off', () => {
    for (const text of ['A is. [p1]', '- a [p1]', '```\na\n```\n', '| a [p1] |', 'NOT_IN_SOURCES', 'A is.\n\n']) {
      const reader = createDraftReader();
      expect(reader.feed(text)).toEqual([]);
      expect(reader.end(false)).toEqual({ pieces: [], declined: false });
    }
  });
});

describe('what is too long is left out, and reading goes on behind it', () => {
  const behind = '\n\nThe end. [p2]';
  const long = 'x'.repeat(20_000);
  test.each([
    ['a sentence', `A is. [p1] ${long}`, ['sentence: A is. {p1}']],
    ['a line of code', `\`\`\`\n${long}\n\`\`\`\n`, []],
    ['a row', `| a [p1] |\n|${long}|`, ['row: a {p1}']],
    ['a line of dashes', '-'.repeat(20_000), []],
    [
      'a paragraph',
      `${'A sentence is here. [p1] '.repeat(1000)}`,
      Array<string>(1000).fill('sentence: A sentence is here. {p1}'),
    ],
  ])('%s', (_, text, pieces) => {
    expect(read(text + behind).shown).toEqual([...pieces, 'sentence: The end. {p2}']);
  });
});
