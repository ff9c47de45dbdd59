import { expect, test } from 'vitest';
import type { Answerer, DraftEvent } from '../types/answer.ts';
import { gate } from './gate.ts';
import { END, openTestEngine } from './engine-fixture.ts';

const PAGES = {
  '/a': '# Pump\nThe pump needs oil every 90 days. It runs at 40 bar.',
  '/b': '# Fan\nThe fan turns at 900 rpm.',
};

function say(text: string, quote: string, label = 'p1'): DraftEvent {
  return { type: 'statement-proposed', kind: 'sentence', text, evidence: [{ label, quote }], side: 0, language: '' };
}

/** An answerer that proposes whatever it is given, like a hijacked model. */
function scripted(...events: readonly DraftEvent[]): Answerer {
  return {
    id: 'scripted',
    async *draft() {
      await Promise.resolve();
      yield* events;
    },
  };
}

async function answerOf(
  ...events: readonly DraftEvent[]
): ReturnType<Awaited<ReturnType<typeof openTestEngine>>['ask']> {
  const { ask } = await openTestEngine(PAGES, scripted(...events));
  return ask('How often does the pump need oil?');
}

const TRUE_TEXT = 'The pump needs oil every 90 days.';

test('a proved statement passes, an invented one beside it is withheld and counted (R12)', async () => {
  const answer = await answerOf(say(TRUE_TEXT, TRUE_TEXT), say('It needs none.', 'The pump needs no oil.'), END);
  expect(answer.statements.map((statement) => statement.text)).toEqual([TRUE_TEXT]);
  expect(answer.withheld).toBe(1);
  expect(answer.warnings).toMatchObject([{ code: 'statements_withheld', text: expect.stringMatching(/^1 /u) }]);
});

test.each([
  ['a label that was never given', say(TRUE_TEXT, TRUE_TEXT, 'p99')],
  ['a quote that is elsewhere', say('The fan turns at 900 rpm.', 'The fan turns at 900 rpm.', 'p1')],
  ['a true quote under another statement', say('The pump explodes after 90 days without oil.', TRUE_TEXT)],
  ['a changed number', say('The pump needs oil every 80 days.', TRUE_TEXT)],
  ['no evidence at all', { ...say(TRUE_TEXT, TRUE_TEXT), evidence: [] } as DraftEvent],
])('withholds %s, and shows what the pages say in the place of an empty answer (R13, R16)', async (_, event) => {
  const answer = await answerOf(event, END);
  expect(answer).toMatchObject({ outcome: 'answered', withheld: 1, answerer: 'extractive@2' });
  expect(answer.statements[0]).toMatchObject({ text: TRUE_TEXT, kind: 'sentence' });
  expect(answer.message).toMatch(/do not prove what the model worded/u);
});

test('one quote used twice has one number', async () => {
  const step = { ...say('The pump needs oil every 90 days', TRUE_TEXT), kind: 'step' } as DraftEvent;
  const answer = await answerOf(say(TRUE_TEXT, TRUE_TEXT), step, END);
  expect(answer.statements.map(({ text }) => text)).toEqual([TRUE_TEXT, TRUE_TEXT]);
  expect(answer.citations.map((citation) => citation.index)).toEqual([1]);
  expect(answer.statements.map((statement) => statement.citations)).toEqual([[1], [1]]);
});

test('an answerer that ends without a last word has answered nothing unproved', async () => {
  expect((await answerOf()).outcome).toBe('insufficient');
});

test('an answerer that breaks ends the stream with one error and none of its text (R26)', async () => {
  const broken: Answerer = {
    id: 'broken',
    // oxlint-disable-next-line require-yield -- it breaks before it says anything
    async *draft() {
      await Promise.resolve();
      throw new Error('secret');
    },
  };
  const { events } = await openTestEngine(PAGES, broken);
  const last = (await events('How often does the pump need oil?')).at(-1);
  expect(last).toMatchObject({ type: 'run-error', code: 'UPSTREAM_FAILED', message: 'The answer could not be made.' });
});

test.each([
  ['bash', 'sudo apt update', 'bash'],
  ['evil.example/login', 'sudo apt update', 'bash'],
  ['evil.example/login', 'plain words', ''],
])(
  'code called %s has the language that the page gives it, and no other word of the answerer (R12)',
  async (named, code, language) => {
    const pages = {
      '/a': '# Setup\nThe lists of the pump are renewed.\n\n```bash\nsudo apt update\n```\n\n```\nplain words\n```',
    };
    const event: DraftEvent = { ...say(code, code), kind: 'code', language: named } as DraftEvent;
    const { ask } = await openTestEngine(pages, scripted(event, END));
    expect((await ask('How are the lists of the pump renewed?')).statements).toMatchObject([{ text: code, language }]);
  },
);

test('what passes the most citations is left out and told apart from what is unproved', async () => {
  const { ask } = await openTestEngine(
    PAGES,
    scripted(say(TRUE_TEXT, TRUE_TEXT), say('It runs at 40 bar.', 'It runs at 40 bar.'), END),
  );
  const answer = await ask('How often does the pump need oil?', { maxCitations: 1 });
  expect(answer.statements.map(({ text }) => text)).toEqual([TRUE_TEXT]);
  expect(answer.withheld).toBe(0);
  expect(answer.warnings).toEqual([
    {
      code: 'citations_limit',
      text: '1 further statement was left out, because an answer may have at most 1 citation here',
    },
  ]);
});

test('what a model says again and again is shown once', async () => {
  const answer = await answerOf(...Array.from({ length: 9 }, () => say(TRUE_TEXT, TRUE_TEXT)), END);
  expect(answer.withheld).toBe(0);
  expect(answer.statements.map(({ text }) => text)).toEqual([TRUE_TEXT]);
});

test('no more passages are cited than may be listed', async () => {
  const { engine } = await openTestEngine(PAGES);
  const { passages } = await engine.find({ text: 'pump fan', history: [] });
  const [one, other] = passages;
  const proposed = [one!, other!].map(({ label, chunk }) => {
    const [quote] = /^[^.]+[.]/u.exec(chunk.text)!;
    return { ...say(quote, quote), evidence: [{ label, quote }] } as DraftEvent;
  });
  const draft = scripted(...proposed, END).draft({} as never);
  const events = gate(draft, {
    passage: (label) => passages.find((each) => each.label === label),
    maxCitations: 9,
    maxPassages: 1,
  });
  let last = await events.next();
  while (last.done !== true) last = await events.next();
  expect(new Set(last.value.citations.map(({ chunkId }) => chunkId))).toEqual(new Set([one!.chunk.id]));
  expect(last.value.warnings).toMatchObject([{ code: 'citations_limit' }]);
});

test('the first row of a table is not shown when the citations end with it', async () => {
  const table = { '/t': '# Speeds\nThe fan has two speeds.\n\n| step | speed |\n| --- | --- |\n| 1 | 900 rpm |' };
  const row = (text: string): DraftEvent => ({ ...say(text, text), kind: 'row' }) as DraftEvent;
  const events = [say('The fan has two speeds.', 'The fan has two speeds.'), row('step | speed'), row('1 | 900 rpm')];
  const { ask } = await openTestEngine(table, scripted(...events, END));
  const shown = async (maxCitations: number): Promise<string[]> =>
    (await ask('Which speeds has the fan?', { maxCitations })).statements.map(({ text }) => text);
  expect(await shown(2)).toEqual(['The fan has two speeds.']);
  expect(await shown(3)).toEqual(['The fan has two speeds.', 'step | speed', '1 | 900 rpm']);
});

test('a quote has the marks of its words, whoever brings it', async () => {
  const pages = { '/a': '# Pump\n**The pump** needs `oil` every 90 days. It *runs* at 40 bar.' };
  const place = { excerpt: 0, block: 1, depth: 0, ordinal: 0, lit: true };
  const placed = (text: string, quote: string): DraftEvent => ({ ...say(text, quote), place }) as DraftEvent;
  const runs = 'It runs at 40 bar.';
  const again = runs.slice(3);
  const { ask } = await openTestEngine(
    pages,
    scripted(
      placed(TRUE_TEXT, TRUE_TEXT),
      placed('It runs at 40 bar', runs),
      placed(runs, runs),
      say(again, again),
      END,
    ),
  );
  const { statements } = await ask('How often does the pump need oil?');
  expect(
    statements.map(({ text, marks }) => marks.map(({ kind, start, end }) => [kind, text.slice(start, end)])),
  ).toEqual([
    [
      ['strong', 'The pump'],
      ['code', 'oil'],
    ],
    [['emphasis', 'runs']],
    [['emphasis', 'runs']],
    [['emphasis', 'runs']],
  ]);
});
