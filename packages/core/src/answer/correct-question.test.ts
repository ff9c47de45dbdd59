import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Question } from '../types/answer.ts';
import { questionCorrector } from './correct-question.ts';
import { openTestEngine, type TestEngine } from './engine-fixture.ts';

let own: TestEngine;
beforeAll(async () => {
  own = await openTestEngine();
});
afterAll(() => own.engine.close());

const RIGHT = 'Which port does the controller listen on?';
const TYPED = 'Which port does the contorller listen on?';
const CORRECTED = [{ from: 'contorller', to: 'controller' }];
const TOLD = { code: 'corrected', text: 'searched "controller" instead of "contorller"' };

test('a question with a slip is answered as if it were spelt right, and the reply says what was searched', async () => {
  const { statements, outcome } = await own.ask(RIGHT);
  const typed = await own.ask(TYPED);
  expect(outcome).toBe('answered');
  expect(typed).toMatchObject({ outcome, statements, asked: RIGHT, corrected: CORRECTED });
  expect(typed.warnings).toContainEqual(TOLD);
});

test('a follow-up is not told of the slip in the question before', async () => {
  const { ask } = await openTestEngine();
  const history = [{ role: 'reader', text: 'What is the contorller?' }] as const;
  const answer = await ask('Which port does it listen on?', { history });
  expect(answer.asked).toContain('controller');
  expect(answer).toMatchObject({ corrected: [], warnings: [] });
});

test('a slip within another word of the follow-up is told of that word alone', async () => {
  const { engine, store } = await openTestEngine({
    '/arm': '# Arm\nConnect the arm first. Disconnect it at night. Connect and disconnect with care.',
  });
  const { corrected } = await questionCorrector(store)(
    { text: 'And disconect it? (conect)', history: [] },
    {},
    'And disconect it?',
  );
  expect(corrected.map(({ from }) => from)).toEqual(['disconect']);
  await engine.close();
});

test('a word that no page has is searched as the one that the pages use for it', async () => {
  const { ask, engine } = await openTestEngine({
    '/logs': '# Logs\nThe directory of the logs is `var`. Each client has one log of its own.',
  });
  const answer = await ask('Where is the folder of the logs?');
  expect(answer).toMatchObject({ outcome: 'answered', corrected: [{ from: 'folder', to: 'directory' }] });
  expect((await ask('Where is the folder of the logs?', { exact: true })).corrected).toEqual([]);
  expect((await ask('Where does Folder keep the logs?')).corrected).toEqual([]);
  await engine.close();
});

test('the words are searched as typed where the reader asks for it', async () => {
  const answer = await own.ask(TYPED, { exact: true });
  expect(answer).toMatchObject({ asked: TYPED, corrected: [] });
  expect(answer.warnings).not.toContainEqual(TOLD);
});

test('what is found without asking is found in the same words, with a warning', async () => {
  const right = await own.engine.find({ text: RIGHT, history: [] });
  const typed = await own.engine.find({ text: TYPED, history: [] });
  expect(typed.passages).toEqual(right.passages);
  expect(typed.warnings).toContainEqual(TOLD);
  expect(typed.retrieval.warnings).toContainEqual(TOLD);
});

describe('nothing is corrected', () => {
  test.each<readonly [string, string, Partial<Question>]>([
    ['in a question that is spelt right', RIGHT, {}],
    ['in quotes', 'What says "contorller" here?', {}],
    ['beside a selection', TYPED, { selection: { text: 'The controller listens on port 7420.' } }],
    ['beside supplied passages', TYPED, { supplied: { status: 'success', selectionOnly: false, chunks: [] } }],
    ['in small talk', 'thanks', {}],
  ])('%s', async (_, text, rest) => {
    expect(await own.ask(text, rest)).toMatchObject({ asked: text, corrected: [] });
  });
});

test('a question in another language keeps its endings, its "im" and its "es"', async () => {
  const { engine, store } = await openTestEngine({
    '/a': '# Verhindern\nSo verhindern Sie einen Eintrag im Log. Verhindern Sie das.',
    '/b': '# Sinn\nDer Server verhindern, bedeutetes Wort. Das Verhindern hilft.',
  });
  const text = 'Was bedeutet es, wenn ich im Log einen Eintrag verhindere';
  const { question, corrected } = await questionCorrector(store)({ text, history: [] });
  expect({ text: question.text, corrected }).toEqual({ text, corrected: [] });
  await engine.close();
});

test('another form of a word that the pages have is no slip for a third word', async () => {
  const { ask } = await openTestEngine({
    '/a': '# Pages\nA readable page. Text is readable. The server reaches the client.',
    '/b': '# Reach\nReach the server from outside. A readable log.',
  });
  expect((await ask('is the server reachable')).corrected).toEqual([]);
  expect((await ask('is the page raedabel')).corrected).toHaveLength(1);
});

test.each(['multiple', 'systemd'])(
  'a word that differs from one of the pages in its last letter is no slip: %s',
  async (word) => {
    const { ask } = await openTestEngine({
      '/a': '# Numbers\nMultiply the numbers of the system. The system can multiply.',
      '/b': '# Systems\nEach system can multiply numbers.',
    });
    expect((await ask(`does it handle ${word} numbers`)).corrected).toEqual([]);
  },
);

test('a form that no page has is meant by a slip within the word, not by another ending', async () => {
  const { ask } = await openTestEngine({
    '/a': '# Visits\nVisit the page to reconnect. Each visit counts.',
    '/b': '# Connections\nReconnect the page. Reconnect it twice.',
  });
  expect((await ask('block visitors of the page')).corrected).toEqual([]);
  expect((await ask('is the page reconnectign')).corrected).toHaveLength(1);
  expect((await ask('is the page recnonecting')).corrected).toEqual([{ from: 'recnonecting', to: 'reconnecting' }]);
});

test('the last letter may be a slip if the word looks like none of the pages', async () => {
  const { ask } = await openTestEngine({
    '/a': '# Webhooks\nA webhook calls the server. The webhook is sent again.',
    '/b': '# Server\nEach webhook reaches the server.',
  });
  expect((await ask('what does a webhooj call')).corrected).toEqual([{ from: 'webhooj', to: 'webhook' }]);
});

test('a word in capitals is corrected to one in capitals', async () => {
  const { corrected } = await own.ask('WHICH PORT DOES THE CONTORLLER LISTEN ON?');
  expect(corrected).toEqual([{ from: 'CONTORLLER', to: 'CONTROLLER' }]);
});

test('an apostrophe that was left out is read, and is no correction', async () => {
  const answer = await own.ask('why doesnt a joint answer');
  expect(answer).toMatchObject({ asked: "why doesn't a joint answer", corrected: [] });
});

test('a word that is one of the pages twice over is no error', async () => {
  expect(await own.ask('where is the motormotor')).toMatchObject({ asked: 'where is the motormotor', corrected: [] });
});

test('a store that cannot list its words searches as typed', async () => {
  const correct = questionCorrector({ ...own.store, terms: undefined });
  const question: Question = { text: TYPED, history: [] };
  expect(await correct(question)).toEqual({ question, corrected: [], warnings: [] });
});

test('a word is looked up once, however often it was typed', async () => {
  let searches = 0;
  const search: typeof own.store.search = (...query) => {
    searches += 1;
    return own.store.search(...query);
  };
  const correct = questionCorrector({ ...own.store, search });
  const { corrected } = await correct({ text: 'motorpower '.repeat(50), history: [] });
  expect(corrected).toHaveLength(50);
  expect(searches).toBe(1);
});

test('the words of a generation are listed once, and those of the next one as soon as it is published', async () => {
  const listed: (number | undefined)[] = [];
  const terms = own.store.terms!;
  const store = {
    ...own.store,
    terms: async (known: number | undefined) => {
      listed.push(known);
      return terms(known);
    },
  };
  const correct = questionCorrector(store);
  await correct({ text: TYPED, history: [] });
  await correct({ text: TYPED, history: [] });
  const { generation } = (await own.store.info())!;
  expect(listed).toEqual([undefined, generation]);
});

describe('words are read as the pages write them', () => {
  const PAGES = {
    '/a': '# Plugins\n\nA plugin adds valves. Each plugin loads at startup. Its lifetime is long.\n\n## Dark mode\n\nDark mode saves the lamp.',
    '/b': '# Code\n\nThe `CodeBlock` component shows code in a block.\n\n## Setting up the lamp\n\nSet up the lamp first. The switch board is a switchboard.',
  };
  let site: TestEngine;
  beforeAll(async () => {
    site = await openTestEngine(PAGES);
  });
  afterAll(() => site.engine.close());

  test.each([
    ['apart, where pages write one word', 'why a life time', 'why a lifetime', [{ from: 'life time', to: 'lifetime' }]],
    [
      'as one, where pages write two',
      'what saves darkmode',
      'what saves dark mode',
      [{ from: 'darkmode', to: 'dark mode' }],
    ],
    [
      'a verb and its particle, without a word about it',
      'which plug ins load on start up',
      'which plugins load on startup',
      [],
    ],
    ['but no identifier', 'how does a code block look', 'how does a code block look', []],
    [
      'words that pages write apart, too, are no correction',
      'a switch board and darkmode',
      'a switch board and dark mode',
      [{ from: 'darkmode', to: 'dark mode' }],
    ],
  ])('%s', async (_, text, asked, corrected) => {
    expect(await site.ask(text)).toMatchObject({ asked, corrected });
  });

  test.each(['how to setup the lamp', 'how to set up the lamp'])('%s', async (text) => {
    const { citations } = await site.ask(text);
    expect(citations[0]).toMatchObject({ anchor: 'setting-up-the-lamp' });
  });
});

test('a word that a page shows is written as the page writes it', async () => {
  const accents = await openTestEngine({
    '/a': '# Übersicht\nDie Überwachung läuft immer. Überwachung hilft. Überwachung ist gut.',
  });
  try {
    const { corrected } = await accents.ask('wie läuft die Überwahcung');
    expect(corrected).toEqual([{ from: 'Überwahcung', to: 'Überwachung' }]);
  } finally {
    await accents.engine.close();
  }
});
