import { expect, test } from 'vitest';
import { passagesOf } from '../excerpt/excerpt-fixture.ts';
import type { Hit } from '../types/hit.ts';
import { siteAnswersFirst, siteQuestion } from './site-questions.ts';

const COMMON = { idf: new Map([['pump', 0.4]]), unknownIdf: 5 };

test.each([
  ['What is Pump?', 'pump introduction overview'],
  ['what is this book about', 'introduction overview'],
  ['getting started', 'started begin quickstart'],
  ['How do I get started with Pump?', 'started begin quickstart'],
  ['how do I install it', 'installation'],
  ['How can I install Pump?', 'installation'],
  ['What is a valve?', undefined],
  ['How do I oil the pump?', undefined],
  ['how do I install a valve', undefined],
  ['when does the pump start to leak', undefined],
])('besides “%s” is searched: %s', (question, expected) => {
  const text = siteQuestion(question, COMMON)?.text;
  expect(expected === undefined ? text : text?.slice(0, expected.length)).toBe(expected);
});

/** The page that the passages of a test stand on first. */
const TOP = 'https://docs.example.org/p0';

const first = (question: string, ...found: readonly (readonly Hit[])[]): readonly Hit[] =>
  siteAnswersFirst(siteQuestion(question, COMMON)!, found[0]!, found[1] ?? [], (url) => url === TOP).hits;

/** The last passage of each page. */
async function hits(...pages: readonly (readonly [page: string, score: number])[]): Promise<readonly Hit[]> {
  const passages = await passagesOf(...pages.map(([page]) => page));
  const last = new Map(passages.map(({ chunk }) => [chunk.url, chunk]));
  return [...last.values()].map((chunk, at) => ({ chunk, score: pages[at]![1], similarity: 0.5 }) as Hit);
}

const OIL = '# Oil\n\nOil of the pump is changed every 90 days.';
const SAYS = '# Start\n\nPump is a program that moves water.';
const OPENS =
  '# Introduction\n\nRead these pages in order, and then the others, which tell how it is kept in good repair.';

test('what says what the subject is comes first, then what opens an introduction, then the others', async () => {
  const [oil, opens, says] = await hits([OIL, 3], [OPENS, 2], [SAYS, 1]);
  const found = first('What is Pump?', [oil!], [opens!, says!]);
  expect(found.map(({ chunk }) => chunk.heading)).toEqual(['Start', 'Introduction', 'Oil']);
});

test('scores stay in order, so that what comes first counts as the best', async () => {
  const given = await hits([OIL, 3], [OPENS, 2], [SAYS, 1]);
  const scores = first('What is Pump?', given, []).map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

test('a hit of both searches is there once, as the first search scored it', async () => {
  const [oil] = await hits([OIL, 3]);
  expect(first('What is Pump?', [oil!], [{ ...oil!, score: 9 }])).toEqual([oil]);
});

test('hits that introduce nothing stay as they are ranked', async () => {
  const given = await hits([OIL, 3], ['# Fan\n\nThe fan cools the pump.', 2]);
  expect(first('What is Pump?', given)).toEqual(given);
});

test('a section that asks the very question comes before an introduction', async () => {
  const asks =
    '# Chapter 1\n\nWhat we learn.\n\n## What is Pump?\n\nA pump moves water from one place to another, up or down.';
  const denies =
    '# Chapter 2\n\n## What Pump is not\n\nIt is not a fan, and it was never meant to cool anything at all.';
  const given = await hits([SAYS, 3], [denies, 2], [asks, 1]);
  expect(first('What is Pump?', given).map(({ chunk }) => chunk.heading)[0]).toBe('What is Pump?');
});

test('how to install leads to the page that is called so, not to the installation of something on it', async () => {
  const plugin = '# Plugins\n\nThere are several.\n\n## Installation\n\n```sh\nnpm install plugin\n```';
  const page = '# Installation\n\nPump is installed by a plumber who knows how water moves and where it should go.';
  const found = first('how do I install it', await hits([plugin, 3], [OIL, 2], [page, 1]));
  expect(found.map(({ chunk }) => chunk.title)).toEqual(['Installation', 'Plugins', 'Oil']);
});

test('a section of the very first page comes before one of the same kind further down, and a part of a list of questions counts as no page', async () => {
  const given = await hits(
    [
      '# Pump\n\nWater.\n\n## How to install Pump 2\n\nRun the installer once and then start the machine with its key.',
      1,
    ],
    ['# Valve\n\nWater.\n\n## Installation\n\nTurn the valve by hand until it sits on its ring without any play.', 3],
    [
      '# Questions\n\n## Installation\n\n### Do I need a tank?\n\nNo, the pump takes its water from any well in the garden.',
      2,
    ],
  );
  const found = first('how do I install it', given);
  expect(found.map(({ chunk }) => chunk.heading)).toEqual([
    'How to install Pump 2',
    'Installation',
    'Do I need a tank?',
  ]);
});

test('a book says what it is on its first page', async () => {
  const given = await hits(
    ['# Water\n\nThis book teaches how water is moved, from the first bucket to the last turbine.', 1],
    ['# Oil\n\nOil of the pump is changed every 90 days, and more often in a book shop.', 3],
  );
  expect(first('what is this book about?', given).map(({ chunk }) => chunk.heading)).toEqual(['Water', 'Oil']);
});

test('a subject that has a section of its own is not the site, as often as pages name it', async () => {
  const own = await hits(['# Valves\n\n## Pump\n\nOiled by hand.', 3], [OPENS, 1]);
  expect(first('What is a pump?', own)).toEqual(own);
});

test('how to install leads to what is typed on the page to begin with', async () => {
  const found = await hits(
    ['# Plugins\n\nInstall a plugin of it.', 3],
    ['# Quick start\n\nType:\n\n```sh\nget pump\n```', 1],
  );
  expect(first('how do I install it', found)[0]?.chunk.title).toBe('Quick start');
});

test('an introduction comes before a page about something else that says in passing what the subject is', async () => {
  const passing = '# Final project\n\nBecause Pump is a program that moves water, it can fill a pool.';
  const found = first('What is Pump?', await hits([OIL, 3], [passing, 2], [OPENS, 1]));
  expect(found.map(({ chunk }) => chunk.title)).toEqual(['Introduction', 'Final project', 'Oil']);
});

test('a name that stands above most pages is that of the site', async () => {
  const named = '# Pump\n\nThere is much to see on this page, and more of it on the next one.';
  const found = await hits([named, 3], [named, 2], [OPENS, 1]);
  expect(first('What is Pump?', found)[0]?.chunk.title).toBe('Introduction');
});
