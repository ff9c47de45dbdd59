import type { Answer, Engine } from '@ibid/core/types';
import { openRefusedPort, type ModelScript, type ModelService } from '@ibid/testkit';
import { describe, expect, test } from 'vitest';
import { openModelEngine, type ModelEngine } from './model-engine-fixture.ts';
import { PUMP_PAGES, PUMP_QUESTION, wordingModel } from './pump-pages-fixture.ts';
import { serveModel, type ServedModel } from './served-model-fixture.ts';
import { wordsOfNobody } from './shown-reply-fixture.ts';

/** How the passage quoted begins; a wording begins elsewhere. */
const EXTRACT = 'The pump needs fresh oil every 90 days of use. It runs at 40.5 bar';

const PATIENT = { firstTokenMs: 20_000, idleMs: 20_000, totalMs: 60_000 };
const hanging: ModelScript = () => ({ kind: 'fault', fault: 'hang-before-headers' });
const failing: ModelScript = () => ({ kind: 'fault', fault: '500' });

interface Traffic {
  /** Questions to the model that hangs, and how long it may. */
  readonly stuck: number;
  readonly firstTokenMs: number;
  /** Stands before the engine whose model hangs; for planted faults. */
  readonly before?: (engine: Engine) => Engine;
}

interface Played {
  /** In the order in which the replies came. */
  readonly replies: readonly ('stuck' | 'other')[];
  readonly stuck: readonly { readonly model: { readonly fault: string }; readonly answer: string }[];
}

/** Asks a model that hangs, and meanwhile everything that has nothing to do with it. */
async function play({ stuck, firstTokenMs, before = (engine) => engine }: Traffic): Promise<Played> {
  await using well = await openModelEngine({ pages: PUMP_PAGES, answer: wordingModel, deadlines: PATIENT });
  await using ill = await openModelEngine({
    pages: PUMP_PAGES,
    answer: hanging,
    deadlines: { ...PATIENT, firstTokenMs },
  });
  await using servedIll = await serveModel(before(ill.engine));
  await using servedWell = await serveModel(well.engine);
  const replies: Played['replies'][number][] = [];
  const ask = async (kind: 'stuck' | 'other', served: ServedModel, path: string, body: object): Promise<string> => {
    const text = await (await served.post(path, body)).text();
    replies.push(kind);
    return text;
  };
  const waiting = Array.from({ length: stuck }, () => ask('stuck', servedIll, '/api/ask', { query: PUMP_QUESTION }));
  const others = Array.from({ length: stuck }, (_, at) =>
    Promise.all([
      ask('other', servedWell, '/api/ask', { query: PUMP_QUESTION }),
      // The same server, in ways that need no model.
      ask('other', servedIll, '/api/ask', { query: 'Hello!' }),
      ask('other', servedIll, '/api/retrieve', { query: `${PUMP_QUESTION} ${at}` }),
    ]),
  );
  await Promise.all(others);
  const answers = await Promise.all(waiting);
  return { replies, stuck: answers.map((text) => JSON.parse(text) as Played['stuck'][number]) };
}

describe('while one model hangs', () => {
  test('nothing else waits for it, and who asked it gets extracts', async () => {
    const { replies, stuck } = await play({ stuck: 20, firstTokenMs: 8_000 });
    expect(replies.indexOf('stuck')).toBe(60);
    expect(stuck.filter(({ model }) => model.fault !== 'too-slow')).toEqual([]);
    expect(stuck.filter(({ answer }) => !answer.startsWith(EXTRACT) || wordsOfNobody(answer) !== '')).toEqual([]);
  });

  test('an engine that answers one question after the other is found out (planted)', async () => {
    const { replies } = await play({ stuck: 3, firstTokenMs: 1_500, before: oneByOne });
    expect(replies.indexOf('stuck')).toBeLessThan(9);
  });
});

/** A model that fails, with a clock that can be set forward. */
async function openIll(
  script: ModelScript,
): Promise<{ readonly place: ModelEngine; readonly later: (ms: number) => void }> {
  let ahead = 0;
  const place = await openModelEngine({
    pages: PUMP_PAGES,
    answer: script,
    deadlines: PATIENT,
    now: () => performance.now() + ahead,
    sleep: async () => {},
  });
  return { place, later: (ms) => (ahead += ms) };
}

describe('a model that fails again and again', () => {
  test('is called five times, then tried once at a time, and asked again when it does well', async () => {
    const { place, later } = await openIll(failing);
    await using opened = place;
    const { service, models } = opened;
    const stateOf = (): string => models.states()[0]!.state;
    const askAll = async (count: number): Promise<readonly Answer[]> =>
      Promise.all(Array.from({ length: count }, () => opened.ask(PUMP_QUESTION)));

    for (let question = 0; question < 8; question += 1) await opened.ask(PUMP_QUESTION);
    expect(service.requests).toHaveLength(5);
    expect(stateOf()).toBe('open');

    const extract = await opened.extract(PUMP_QUESTION);
    for (const { statements, model } of await askAll(10)) {
      expect(statements).toEqual(extract.statements);
      expect(model).toMatchObject({ fault: 'unavailable', calls: [] });
    }
    expect(service.requests).toHaveLength(5);

    later(31_000);
    expect(stateOf()).toBe('half-open');
    await askAll(10);
    expect(service.requests).toHaveLength(6);

    // Twice as long now.
    later(31_000);
    await askAll(10);
    expect(service.requests).toHaveLength(6);

    later(31_000);
    service.answerWith(wordingModel);
    expect(await opened.ask(PUMP_QUESTION)).toMatchObject({ model: { fault: undefined } });
    expect(stateOf()).toBe('closed');
    const whole = await askAll(10);
    expect(whole.map(({ model }) => model?.fault)).toEqual(whole.map(() => undefined));
    expect(service.requests).toHaveLength(17);
  });

  test.each(['401', '429'] as const)('is called no more after %s', async (fault) => {
    const { place } = await openIll(() => ({ kind: 'fault', fault }));
    await using opened = place;
    for (let question = 0; question < 4; question += 1) {
      expect(await opened.ask(PUMP_QUESTION)).toMatchObject({ outcome: 'answered', model: { fault: 'unavailable' } });
    }
    expect(opened.service.requests).toHaveLength(1);
  });

  test('where nothing listens costs nothing', async () => {
    await using nobody = await openRefusedPort();
    await using place = await openModelEngine({
      pages: PUMP_PAGES,
      answer: wordingModel,
      service: { url: nobody.url, apiKey: 'test-key' } as ModelService,
      sleep: async () => {},
    });
    const extract = await place.extract(PUMP_QUESTION);
    expect(await place.ask(PUMP_QUESTION)).toMatchObject({
      statements: extract.statements,
      model: { fault: 'unavailable' },
    });
    expect((await place.budget.totals())[0]).toMatchObject({ settled: { tokens: 0 }, reserved: { tokens: 0 } });
  });
});

/** As if there were one place for all. */
function oneByOne(engine: Engine): Engine {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...engine,
    async *ask(question, call) {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      await before;
      try {
        yield* engine.ask(question, call);
      } finally {
        resolve();
      }
    },
  };
}
