import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Answerer, DraftEvent, Question, SuppliedChunk, SuppliedContext } from '../../types/answer.ts';
import { END, openTestEngine, shown, type TestEngine } from '../engine-fixture.ts';
import { foreignChunk, suppliedChunk, suppliedContext } from './supplied-fixture.ts';

const SELECTION = { text: 'The controller listens on port 7420. Set another one in /etc/arm/config.yaml:' };
const PORT = 'Which port is used?';

let handbook: TestEngine;
let greedy: TestEngine;
beforeAll(async () => {
  handbook = await openTestEngine();
  greedy = await openTestEngine(undefined, quotesEverything());
});

/** Proposes every word of its input, inside the window or not, and of the history, like a model that ignores its passages. */
function quotesEverything(): Answerer {
  return {
    id: 'greedy@1',
    async *draft({ question, passages }): AsyncGenerator<DraftEvent> {
      const texts = [
        ...passages.flatMap(({ chunk }) => chunk.text.split(/\n+/u)),
        ...question.history.map(({ text }) => text),
      ];
      for (const text of texts) {
        for (const { label } of passages) {
          const evidence = [{ label, quote: text }];
          yield { type: 'statement-proposed', kind: 'sentence', text, evidence, side: 0, language: '' };
        }
      }
      yield await Promise.resolve(END);
    },
  };
}

async function retrieved(text: string, rest: Partial<Question> = {}): Promise<SuppliedChunk[]> {
  const { passages } = await handbook.engine.find({ text, history: [], ...rest });
  return passages.map(suppliedChunk);
}

function ask(
  text: string,
  chunks: readonly SuppliedChunk[],
  rest: Partial<Question> & { readonly bundle?: Partial<SuppliedContext> } = {},
  engine: TestEngine = handbook,
): Promise<Answer> {
  const { bundle, ...question } = { selection: SELECTION, ...rest };
  return engine.ask(text, { ...question, supplied: suppliedContext(chunks, { selectionOnly: true, ...bundle }) });
}

describe('answers from the selection (R14)', () => {
  test('as asking about the selection does, from the passages that retrieval gives for it', async () => {
    const chunks = await retrieved(PORT, { selection: SELECTION });
    const direct = await handbook.ask(PORT, { selection: SELECTION });
    const answer = await ask(PORT, chunks);
    expect(direct.outcome).toBe('answered');
    expect([answer.outcome, answer.statements]).toEqual([direct.outcome, direct.statements]);
    expect(answer.citations).toEqual(direct.citations);
  });

  test('from the whole of a passage that lies wholly inside it', async () => {
    const inner = foreignChunk('The vane is set each spring.', { id: 'inner', url: 'https://elsewhere.example.net/a' });
    const selection = { text: `It began so. ${inner.text} Then nobody came.` };
    const answer = await ask('When is the vane set?', [inner], { selection });
    expect(shown(answer)).toBe(inner.text);
  });

  test('from the end of one passage and the beginning of the next, when the middle was not supplied', async () => {
    const first = foreignChunk('Oil the hinge. The gate opens to the north side.', { id: 'first' });
    const last = foreignChunk('It closes again at ten in the evening. Paint the gate.', { id: 'last' });
    const selection = {
      text: 'The gate opens to the north side. A middle that nobody sent. It closes again at ten in the evening.',
    };
    const answer = await ask('explain this', [first, last], { selection });
    expect(shown(answer)).toBe('The gate opens to the north side.\nIt closes again at ten in the evening.');
  });

  test('although the browser gave other white space and quotation marks', async () => {
    const chunk = foreignChunk('Call it “slow mode”.\nIt needs   two keys.');
    const selection = { text: 'Call it "slow mode". It\tneeds two keys.' };
    expect(shown(await ask('explain this', [chunk], { selection }))).toContain('two keys');
  });

  test('although the browser left out list markers and put a button between the lines', async () => {
    const chunk = foreignChunk('Do this:\n\n- Fetch the long ladder from the shed.\n- Lean it on the northern wall.');
    const selection = { text: 'Fetch the long ladder from the shed.\nCopy\nLean it on the northern wall.' };
    const answer = await ask('explain this', [chunk], { selection });
    expect(shown(answer)).toBe('Fetch the long ladder from the shed.\nLean it on the northern wall.');
  });
});

describe('refuses (R14)', () => {
  const CASES: readonly (readonly [
    what: string,
    rest: Partial<Question>,
    bundle: Partial<SuppliedContext>,
    message: RegExp,
  ])[] = [
    ['without a selection', { selection: { text: ' ' } }, {}, /^Select a passage first/u],
    ['a partial bundle', {}, { status: 'partial' }, /are not complete/u],
    ['a bundle that found nothing', {}, { status: 'no_matches' }, /^No passage came with the question/u],
    ['a bundle whose retrieval failed', {}, { status: 'error' }, /^The retrieval behind these passages failed/u],
    ['a bundle without passages', {}, { chunks: [] }, /holds the selection/u],
    [
      'a selection that no passage holds',
      { selection: { text: 'The project started in 2014 at a workshop.' } },
      {},
      /holds the selection/u,
    ],
    [
      'a selection that shares a few words with a passage',
      { selection: { text: 'The controller is a long story of its own.' } },
      {},
      /holds the selection/u,
    ],
  ];
  test.each(CASES)('%s', async (_, rest, bundle, message) => {
    const chunks = await retrieved(PORT, { selection: SELECTION });
    const answer = await ask(PORT, chunks, { ...rest, bundle });
    expect(answer).toMatchObject({ outcome: 'refused', statements: [], citations: [], nearest: [] });
    expect(answer.message).toMatch(message);
  });

  test('no selection at all', async () => {
    const supplied = suppliedContext(await retrieved(PORT), { selectionOnly: true });
    expect(await handbook.ask(PORT, { supplied })).toMatchObject({ outcome: 'refused', citations: [] });
  });

  test('a question that only the rest of the passage answers', async () => {
    const chunks = await retrieved(PORT, { selection: SELECTION });
    expect(chunks[0]!.text).toContain('7421');
    const answer = await ask('Is 7421 the network port of the yaml file?', chunks, {
      selection: { text: 'Set another one in' },
    });
    expect(answer).toMatchObject({ outcome: 'refused', statements: [] });
  });
});

describe('nothing leaks into it (R14), not even from an answerer that quotes all it sees', () => {
  const history = [{ role: 'assistant', text: 'The project started in 2014 at a workshop in Lisbon.' }] as const;

  test('the control: without the strict mode that answerer quotes it all', async () => {
    const chunks = await retrieved(PORT);
    const supplied = suppliedContext(chunks);
    expect(shown(await greedy.ask(PORT, { supplied, maxCitations: 20 }))).toMatch(/7421/u);
  });

  test.each([
    ['the rest of the passage', /7421|network:/u],
    ['the other passages', /Ubuntu|ERR_JOINT_TIMEOUT|brakes/u],
    ['what was said before', /Lisbon/u],
  ])('%s', async (_, leaked) => {
    const chunks = [...(await retrieved(PORT, { selection: SELECTION })), ...(await retrieved(PORT))];
    const answer = await ask(PORT, chunks, { history, maxCitations: 20 }, greedy);
    expect(shown(answer)).toContain('7420');
    expect(answer.withheld).toBeGreaterThan(0);
    expect(JSON.stringify(answer)).not.toMatch(leaked);
  });

  test('the text just before and after, in passages that the index does not have', async () => {
    const chunk = foreignChunk('Secret before. The gate opens to the north side of the yard. Secret after.');
    const selection = { text: 'The gate opens to the north side of the yard.' };
    const answer = await ask('explain this', [chunk], { selection }, greedy);
    expect(JSON.stringify(answer)).not.toContain('Secret');
  });
});
