import { glob } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { REASONS } from '../../../core/src/answer/reasons.ts';
import german from './de.json' with { type: 'json' };
import { type Messages, messages as english } from './en.ts';
import spanish from './es.json' with { type: 'json' };
import french from './fr.json' with { type: 'json' };
import italian from './it.json' with { type: 'json' };
import japanese from './ja.json' with { type: 'json' };
import korean from './ko.json' with { type: 'json' };
import { loadMessages } from './load-messages.ts';
import portuguese from './pt.json' with { type: 'json' };
import russian from './ru.json' with { type: 'json' };
import turkish from './tr.json' with { type: 'json' };
import urdu from './ur.json' with { type: 'json' };
import chinese from './zh.json' with { type: 'json' };
import { directionOf, fill, plural, saidIn, textDirection } from './words.ts';

const OTHERS: readonly (readonly [string, Messages])[] = [
  ['de', german],
  ['es', spanish],
  ['fr', french],
  ['it', italian],
  ['ja', japanese],
  ['ko', korean],
  ['pt', portuguese],
  ['ru', russian],
  ['tr', turkish],
  ['ur', urdu],
  ['zh', chinese],
];

function words(messages: Messages): readonly (readonly [string, string])[] {
  return Object.entries(messages).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

function places(text: string): readonly string[] {
  return [...text.matchAll(/\{\w+\}/gu)].map(([place]) => place).sort();
}

function sources(locale: string, count: number): string {
  return plural(locale, count, '{count} source', '{count} sources');
}

describe.each(OTHERS)('the words in %s', (language, messages) => {
  test('are all there, and say something else than the English ones', () => {
    const same = words(messages).filter(([name, text]) => text === english[name as keyof Messages]);
    expect(words(messages).map(([name]) => name)).toEqual(words(english).map(([name]) => name));
    expect(words(messages).filter(([, text]) => text.trim() === '')).toEqual([]);
    // Texts that are equal in several languages.
    expect(
      same.map(([name]) => name).filter((name) => !/^(?:version|code|formula|sources(?:One|Other)|source)/u.test(name)),
    ).toEqual([]);
  });

  test('have the same places to fill in', () => {
    for (const [name, text] of words(messages)) {
      expect([name, places(text)]).toEqual([name, places(english[name as 'title'])]);
    }
  });

  test('tell a cut answer in one clause, as in English: what else the page has depends on the page', () => {
    expect(messages.warnCut).not.toMatch(/[;؛:,]/u);
  });

  test('know every sentence that the server says', () => {
    for (const sentence of Object.values(REASONS)) {
      const own = saidIn(messages, sentence);
      const left = sentence.split(/(?<=[.!?]) /u).filter((part) => part.length > 20 && own.includes(part));
      expect(left).toEqual([]);
    }
    expect(
      Object.keys(messages.said).filter((sentence) => !Object.values(REASONS).join(' ').includes(sentence)),
    ).toEqual([]);
  });

  test('are loaded for the language and its regions', async () => {
    expect(await loadMessages(language)).toBe(messages);
    expect(await loadMessages(`${language.toUpperCase()}-XX`)).toBe(messages);
  });
});

test('Urdu is written with the letters of Urdu, not with their Arabic look-alikes', () => {
  const text = [...words(urdu).map(([, word]) => word), ...Object.values(urdu.said)].join(' ');
  expect(text).not.toMatch(/[يكهة٠-٩]/u);
  expect(text).toMatch(/[یکہےںٹڈڑ]/u);
});

test('every file of texts is tested', async () => {
  const files = await Array.fromAsync(glob('*.json', { cwd: import.meta.dirname }));
  expect(files.sort()).toEqual(OTHERS.map(([language]) => `${language}.json`).sort());
});

test('Traditional Chinese gets the English words, not those in simplified characters', async () => {
  for (const locale of ['zh-Hant', 'zh-TW', 'zh_HK', 'zh-MO', 'zh-Hant-HK']) {
    expect(await loadMessages(locale)).toBe(english);
  }
  for (const locale of ['zh-Hans', 'zh-CN', 'zh_SG', 'zh-Hans-HK']) expect(await loadMessages(locale)).toBe(chinese);
});

test.each([
  [russian, 'ru'],
  [turkish, 'tr'],
])('one wording is right for every number where the language has other forms than two', (messages, locale) => {
  const { foundOne, foundOther, sourcesOne, sourcesOther, withheldOne, withheldOther } = messages;
  expect([foundOne, sourcesOne, withheldOne]).toEqual([foundOther, sourcesOther, withheldOther]);
  expect(plural(locale, 5, foundOne, foundOther)).toContain('5');
});

test('without words of its own a language gets the English ones', async () => {
  expect(await loadMessages('nl')).toBe(english);
  expect(await loadMessages('')).toBe(english);
});

test('what the server says is shown as it came where nobody knows it, also between known sentences', () => {
  expect(saidIn(german, 'You are welcome. Something new.')).toBe('Gern geschehen. Something new.');
  expect(saidIn(english, 'You are welcome.')).toBe('You are welcome.');
});

test.each([
  ['ur', 'rtl'],
  ['ar-EG', 'rtl'],
  ['fa', 'rtl'],
  ['he-IL', 'rtl'],
  ['UR', 'rtl'],
  ['az-Arab', 'rtl'],
  ['ks-Deva', 'ltr'],
  ['en', 'ltr'],
  ['', 'ltr'],
  ['urdu', 'ltr'],
] as const)('%s is written %s', (locale, direction) => {
  expect(directionOf(locale)).toBe(direction);
});

test.each([
  ['ROS 2 کیا ہے؟', 'rtl'],
  ['The word سلام is Urdu.', 'ltr'],
  ['3.5', 'auto'],
])('%s reads %s', (text, direction) => {
  expect(textDirection(text)).toBe(direction);
});

test('places are filled once, and values are not read again', () => {
  expect(fill('{a} and {b}', { a: '{b}', b: '$&' })).toBe('{b} and $&');
  expect(fill('{unknown} {toString}', {})).toBe('{unknown} {toString}');
});

test('numbers take the form that the language has for them', () => {
  expect([sources('en', 1), sources('en', 2), sources('fr', 0), sources('not a locale', 1)]).toEqual([
    '1 source',
    '2 sources',
    '0 source',
    '1 source',
  ]);
});
