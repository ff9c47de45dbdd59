import { expect, test } from 'vitest';
import { passagesOf } from '../excerpt/excerpt-fixture.ts';
import type { Hit } from '../types/hit.ts';
import { siteAnswersFirst, titledSo } from './site-answers.ts';
import { siteQuestion } from './site-question.ts';

const COMMON = { idf: new Map([['pump', 0.4]]), unknownIdf: 5 };

test.each([
  ['What is Pump?', 'pump introduction overview'],
  ['what is this book about', 'introduction overview'],
  ['getting started', 'started begin quickstart'],
  ['How do I get started with Pump?', 'started begin quickstart'],
  ['how do I install it', 'installation'],
  ['How can I install Pump?', 'installation'],
  ['why should I use Pump', 'pump introduction overview'],
  ['what is this', 'introduction overview'],
  ['how do I update it', 'upgrade update migration'],
  ['How do I upgrade Pump to the latest version?', 'upgrade update migration'],
  ['what are the system requirements', 'requirements prerequisites'],
  ['how do I report a bug', 'bug issue'],
  ['Where can I get help?', 'help support community'],
  ['is it free', 'price license'],
  ['Is the book free to use?', 'price license'],
  ['what license does Pump have', 'license'],
  ['Which licence does the book have?', 'license'],
  ['how do I uninstall it', 'uninstall'],
  ['how do I update the valve', undefined],
  ['how do I get the air out for free', undefined],
  ['What is a valve?', undefined],
  ['why does the pump leak', undefined],
  ['How do I oil the pump?', undefined],
  ['how do I install a valve', undefined],
  ['when does the pump start to leak', undefined],
])('besides “%s” is searched: %s', (question, expected) => {
  const text = siteQuestion(question, COMMON)?.text;
  expect(expected === undefined ? text : text?.slice(0, expected.length)).toBe(expected);
});

/** URL of the first page of a test's passages. */
const TOP = 'https://docs.example.org/p0';

const first = (question: string, ...found: readonly (readonly Hit[])[]): readonly Hit[] =>
  siteAnswersFirst(siteQuestion(question, COMMON)!, found[0]!, found[1] ?? [], (url) => url === TOP).hits;

/** The last passage of each page. */
function hits(...pages: readonly (readonly [page: string, score: number])[]): readonly Hit[] {
  const passages = passagesOf(...pages.map(([page]) => page));
  const last = new Map(passages.map(({ chunk }) => [chunk.url, chunk]));
  return [...last.values()].map((chunk, at) => ({ chunk, score: pages[at]![1], similarity: 0.5 }) as Hit);
}

/** Every passage of a page. */
function everyHit(page: string): readonly Hit[] {
  return passagesOf(page).map(({ chunk }) => ({ chunk, score: 1 - chunk.indexInPage / 9, similarity: 0.5 }) as Hit);
}

const at = (hit: Hit | undefined, path: string): Hit => ({
  ...hit!,
  chunk: { ...hit!.chunk, url: `https://docs.example.org/${path}` },
});

const OIL = '# Oil\n\nOil of the pump is changed every 90 days.';
const SAYS = '# Start\n\nPump is a program that moves water.';
const OPENS =
  '# Introduction\n\nRead these pages in order, and then the others, which tell how it is kept in good repair.';

test('what says what the subject is comes first, then what opens an introduction, then the others', () => {
  const [oil, opens, says] = hits([OIL, 3], [OPENS, 2], [SAYS, 1]);
  const found = first('What is Pump?', [oil!], [opens!, says!]);
  expect(found.map(({ chunk }) => chunk.heading)).toEqual(['Start', 'Introduction', 'Oil']);
});

test('scores stay in order, so that what comes first counts as the best', () => {
  const given = hits([OIL, 3], [OPENS, 2], [SAYS, 1]);
  const scores = first('What is Pump?', given, []).map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

test('a hit of both searches is there once, as the first search scored it', () => {
  const [oil] = hits([OIL, 3]);
  expect(first('What is Pump?', [oil!], [{ ...oil!, score: 9 }])).toEqual([oil]);
});

test('hits that introduce nothing stay as they are ranked', () => {
  const given = hits([OIL, 3], ['# Fan\n\nThe fan cools the pump.', 2]);
  expect(first('What is Pump?', given)).toEqual(given);
});

test('a section that asks the very question comes before an introduction', () => {
  const asks =
    '# Chapter 1\n\nWhat we learn.\n\n## What is Pump?\n\nA pump moves water from one place to another, up or down.';
  const denies =
    '# Chapter 2\n\n## What Pump is not\n\nIt is not a fan, and it was never meant to cool anything at all.';
  const given = hits([SAYS, 3], [denies, 2], [asks, 1]);
  expect(first('What is Pump?', given).map(({ chunk }) => chunk.heading)[0]).toBe('What is Pump?');
});

test('how to install leads to the page that is called so, not to the installation of something on it', () => {
  const plugin = '# Plugins\n\nThere are several.\n\n## Installation\n\n```sh\nnpm install plugin\n```';
  const page = '# Installation\n\nPump is installed by a plumber who knows how water moves and where it should go.';
  const found = first('how do I install it', hits([plugin, 3], [OIL, 2], [page, 1]));
  expect(found.map(({ chunk }) => chunk.title)).toEqual(['Installation', 'Plugins', 'Oil']);
});

test('a section of the very first page comes before one of the same kind further down, and a part of a list of questions counts as no page', () => {
  const given = hits(
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

test('a book says what it is on its first page', () => {
  const given = hits(
    ['# Water\n\nThis book teaches how water is moved, from the first bucket to the last turbine.', 1],
    ['# Oil\n\nOil of the pump is changed every 90 days, and more often in a book shop.', 3],
  );
  expect(first('what is this book about?', given).map(({ chunk }) => chunk.heading)).toEqual(['Water', 'Oil']);
});

test('a subject that has a section of its own is not the site, as often as pages name it', () => {
  const own = hits(['# Valves\n\n## Pump\n\nOiled by hand.', 3], [OPENS, 1]);
  expect(first('What is a pump?', own)).toEqual(own);
});

test('a common word that neither the address nor the title of the home page has is a topic, not the site', () => {
  const found = hits(
    ['# Flow\n\nA book about machines, with many pictures of each.', 3],
    ['# Defining pumps\n\nPumps move water.', 2],
    ['# Introduction\n\nThis text is about machines, and each of its parts about one.', 1],
  );
  expect(first('What is a pump?', found)).toEqual(found);
});

test('how to install leads to what is typed on the page to begin with', () => {
  const found = hits(
    ['# Plugins\n\nInstall a plugin of it.', 3],
    ['# Quick start\n\nType:\n\n```sh\nget pump\n```', 1],
  );
  expect(first('how do I install it', found)[0]?.chunk.title).toBe('Quick start');
});

test('an introduction comes before a page about something else that says in passing what the subject is', () => {
  const passing = '# Final project\n\nIn this chapter, Pump is a program that moves water, it can fill a pool.';
  const found = first('What is Pump?', hits([OIL, 3], [passing, 2], [OPENS, 1]));
  expect(found.map(({ chunk }) => chunk.title)).toEqual(['Introduction', 'Final project', 'Oil']);
});

test('a name that stands above most pages is that of the site', () => {
  const named = '# Pump\n\nThere is much to see on this page, and more of it on the next one.';
  const found = hits([named, 3], [named, 2], [OPENS, 1]);
  expect(first('What is Pump?', found)[0]?.chunk.title).toBe('Introduction');
});

test('why to use the subject is answered by the page that is called so, from its beginning, not by one that says what it is', () => {
  const why = '# Why Pump\n\nBuckets are heavy, and whoever carries them all day has no time left for the garden.';
  const whole = everyHit(
    `${why}\n\n## Growing\n\nPump runs on farms and in cities, and each of them made Pump better.`,
  );
  const found = hits(
    [SAYS, 3],
    ['# Why Pump leaks\n\nThe seal of Pump is old, or it was put in the wrong way round.', 2],
  );
  expect(titledSo(siteQuestion('why Pump?', COMMON)!, [...found, ...whole])).toEqual(['/p0']);
  expect(first('why Pump?', found, whole)[0]?.chunk.text).toContain('Buckets');
  expect(first('What is Pump?', found, whole)[0]?.chunk.text).toBe(found[0]!.chunk.text);
});

test('“this” is what the home page is called, also where it is not named after "is a"', () => {
  const home = '# Welcome to Pump\n\nA small and quiet machine for gardens, with which Pump moves water up or down.';
  const overview =
    '# Guides overview\n\nThese are the guides to Pump, from the first garden to the last of the fields.';
  const oil = '# Oil\n\nPump is oiled each spring, and once more before winter.';
  const [welcome, guides, oiling] = hits([home, 1], [overview, 3], [oil, 2]);
  const found = [welcome!, at(guides, 'guides/all'), oiling!];
  expect(first('what is this', found).map(({ chunk }) => chunk.title)[0]).toBe('Welcome to Pump');
});

test('a beginning that is only about a part of the site comes after the opening of the home page', () => {
  const home = '# Water\n\nBegin with the tap on the left, and read on when the water runs clear and cold.';
  const plugin = '# Getting started with valves\n\nTake a valve into your hand, and see on which side the arrow is.';
  const found = hits([home, 1], [plugin, 3], [OIL, 2]);
  expect(first('getting started', found).map(({ chunk }) => chunk.title)[0]).toBe('Water');
});

test.each([
  ['below a line that leads in', 'There are several ways to do it.', 'Script'],
  [
    'which is a list of ways',
    'There are several ways:\n\n- with a script, on each kind of system\n- by hand, where there is no network\n- from a box that comes by post',
    'Installation',
  ],
])('how to install begins with the opening of its page, and with what is typed %s', (_, opening, heading) => {
  const page = `# Installation\n\n${opening}\n\n## Script\n\nType:\n\n\`\`\`sh\nget pump\n\`\`\``;
  expect(first('how do I install it', everyHit(page))[0]?.chunk.heading).toBe(heading);
});

test('a section that is called as the question asks comes before the opening of the home page', () => {
  const found = hits(
    [
      '# Pumps and valves\n\n## How to install Pump\n\nFetch the archive, unpack it, and run the first program in it.',
      0.5,
    ],
    ['# Machines\n\nAll that stands in the cellar of the house, from the door to the wall behind it.', 0.9],
  );
  const [section] = first('How do I install Pump?', [at(found[0], 'docs'), at(found[1], 'p0')]);
  expect(section!.chunk.heading).toBe('How to install Pump');
});

const answersSite = (question: string, found: readonly Hit[]): boolean | undefined =>
  siteAnswersFirst(siteQuestion(question, COMMON)!, found, [], (url) => url === TOP).answersSite;

test('words such as "free" and "update" mean the site only in titles and headings, and nothing answers where none has them', () => {
  const home = '# Pump\n\nA machine for gardens, which moves water up or down, and makes little noise.';
  const free = '# Valves\n\nThe valve is free of rust, and is updated each spring with a new ring of rubber.';
  const found = hits([home, 1], [free, 3]);
  const questions = ['is it free', 'how do I update it', 'what are the requirements', 'where can I get help'];
  expect(questions.filter((question) => answersSite(question, found) !== false)).toEqual([]);
  const license = '# License\n\nEverybody may use and change it under the terms of the MIT license.';
  const told = hits([home, 1], [free, 3], [license, 2]);
  expect(answersSite('is it free', told)).toBe(true);
  expect(first('is it free', told)[0]?.chunk.title).toBe('License');
});

test.each(['is it free', 'Is Pump free?', 'what does Pump cost?', 'how much does it cost'])(
  'a heading that asks “%s” too answers it, on any page and before pages that have such a title',
  (question) => {
    const faq = '# Common questions\n\n## Is it free? What does it cost?\n\nYes. Only the water costs something.';
    const prices = '# Prices\n\nPump prices are given for each part, by its number.';
    const found = hits(['# Pump\n\nPump is a machine.', 1], ['# Oil\n\nPump needs it.', 1], [prices, 3], [faq, 2]);
    expect(first(question, found)[0]?.chunk.heading).toBe('Is it free? What does it cost?');
  },
);

test.each([
  [
    'how do I update it',
    '# Valves\n\n## Updating valves\n\nTake the old ring out.',
    '# Setup\n\n## Updating Pump\n\nBuy one.',
  ],
  [
    'where can I get help',
    '# Valves\n\n## Help texts\n\nEach has one.',
    '# Trouble\n\n## Getting help\n\nAsk a plumber.',
  ],
  [
    'how do I report a bug',
    '# Valves\n\n## Known bugs\n\nThere are two.',
    '# Others\n\n## Contributing\n\nTell us of it.',
  ],
  ['how do I upgrade Pump', '# Migrating\n\nFrom buckets to pumps.', '# Migration\n\nWhat changed in version 2.'],
  [
    'how do I uninstall it',
    '# Parts\n\n## Uninstalling a part\n\nPull it out.',
    '# Install\n\n## Updating and uninstalling\n\nSell it.',
  ],
])('“%s” is answered by what is about the site, not by what is about a part of it', (question, part, site) => {
  const others = ['# Pump\n\nA machine for gardens.', OIL, '# Fans\n\nEach has a motor.', '# Tanks\n\nEach has a lid.'];
  const found = hits(...[...others, part, site].map((page, score) => [page, score] as const));
  expect(answersSite(question, found)).toBe(true);
  expect(first(question, found)[0]).toMatchObject({ chunk: found.at(-1)!.chunk });
  expect(answersSite(question, found.slice(0, -1))).toBe(false);
});

test('what a release mends does not tell how to report a bug', () => {
  const found = hits(
    ['# Pump\n\nA machine.', 1],
    [OIL, 1],
    ['# Welcome\n\n## Bug fixes\n\nThe seal is tight again.', 3],
  );
  expect(answersSite('how do I report a bug', [...found.slice(0, 2), at(found[2], 'page')])).toBe(true);
  expect(answersSite('how do I report a bug', [...found.slice(0, 2), at(found[2], 'changelog')])).toBe(false);
});

test('a question about a part of the site, whose name is on most pages, is left as it is', () => {
  const common = { idf: new Map([['tank', 0.4]]), unknownIdf: 5 };
  const found = hits(['# Pump\n\nIt fills a tank.', 1], ['# Tank\n\nA tank is updated with a second wall.', 3]);
  const asked = siteQuestion('how do I update the tank', common)!;
  expect(siteAnswersFirst(asked, found, [], (url) => url === TOP)).toEqual({ hits: found });
});

test('the page of a command is no beginning, and rules for those who work on the project are none', () => {
  const command =
    '# pump start\n\nStarts the pump that is named, or the one that was started last, with all its valves.';
  const rules =
    '# Getting started\n\nThank you for your time. Each change of these pages is read by two of us before it is taken.';
  const [begin, contribute, opens] = hits([command, 3], [rules, 2], [OPENS, 1]);
  const found = [
    at(begin, 'cli/start'),
    at(contribute, 'contributing/getting-started'),
    at(opens, 'guide/introduction'),
  ];
  expect(first('getting started', found)[0]?.chunk.title).toBe('Introduction');
});

test('a heading that asks what the subject is, without saying it, comes after the page that says it', () => {
  const asks =
    '# Parts\n\n## What is Pump?\n\nYou need a tank, so that Pump can run there the whole day, and a second one.';
  expect(
    first('What is Pump?', hits([asks, 3], ['# Pump\n\nPump is a machine that moves water.', 1]))[0]?.chunk.title,
  ).toBe('Pump');
});

test('passages are looked for on pages whose title names the subject or the theme', () => {
  expect(titledSo(siteQuestion('What is Pump?', COMMON)!, hits(['# Pumps\n\nBig.', 1], [OIL, 3]))).toEqual(['/p0']);

  const found = hits(['# Installation\n\nBy hand.', 1], ['# Installing valves\n\nBy hand.', 2], [OIL, 3]);
  expect(titledSo(siteQuestion('how do I install it', COMMON)!, found)).toEqual(['/p0']);
});
