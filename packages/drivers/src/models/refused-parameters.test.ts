import { IbidError, modelFaultOf } from '@ibid/core';
import type { BreakerState, ModelCall, ModelFault } from '@ibid/core/types';
import { countTokens } from '@ibid/core/chunk';
import { failingThen, openModelService, refusing, type ModelScript, type ModelService } from '@ibid/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { keptSpending, type KeptSpending } from './testing/kept-spending.ts';
import type { ModelRunOptions } from './model-run.ts';
import type { ModelRequest } from './model-stream.ts';
import { openModels, type ModelNotice, type Models, type ModelState } from './open-models.ts';
import type { ModelOptions } from './resolve-model.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const ASKED: ModelRequest = {
  instructions: 'Answer, or search.',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'What are topics?' }] }],
  tools: [{ type: 'function', name: 'search_docs', description: 'Searches.', inputSchema: { type: 'object' } }],
};

const GOOD: ModelScript = () => ({ kind: 'text', text: 'Topics are buses.' });
const TOOLLESS: ModelScript = () => ({ kind: 'fault', fault: '400-no-tools', of: { kind: 'text', text: 'Buses.' } });
const REFUSED = refusing(400, { error: 'bad request' });
const REFUSING: ModelScript = () => REFUSED;

interface Outcome {
  readonly text: string | undefined;
  readonly fault: ModelFault | undefined;
  readonly message: string;
  readonly calls: readonly ModelCall[];
}

interface Place {
  readonly services: readonly ModelService[];
  readonly models: Models;
  readonly spending: KeptSpending;
  readonly changes: ModelState[];
  readonly notices: ModelNotice[];
  readonly clock: { now: number };
  /** Number of tools offered in each call to the first service. */
  offered(): readonly number[];
  ask(more?: Partial<ModelRunOptions>, tools?: typeof ASKED.tools): Promise<Outcome>;
}

async function open(
  scripts: readonly ModelScript[],
  {
    spending = keptSpending(),
    model = {},
    unsupported = [],
  }: { spending?: KeptSpending; model?: Partial<ModelOptions>; unsupported?: readonly string[] } = {},
): Promise<Place> {
  const services = await Promise.all(
    scripts.map((answer, at) => openModelService({ answer, models: [`model-${at + 1}`], unsupported })),
  );
  const changes: ModelState[] = [];
  const notices: ModelNotice[] = [];
  const clock = { now: 1_000 };
  const models = openModels({
    models: services.map(({ url, apiKey }, at) => ({ name: `custom/model-${at + 1}`, baseUrl: url, apiKey, ...model })),
    spending,
    countTokens,
    now: () => clock.now,
    random: () => 0.5,
    sleep: () => Promise.reject(new Error('Nothing is to be waited for.')),
    onChange: (state) => changes.push(state),
    onNotice: (notice) => notices.push(notice),
  });
  ends.push(...services.map((service) => () => service.close()));
  return {
    services,
    models,
    spending,
    changes,
    notices,
    clock,
    offered: () => services[0]!.requests.map(({ body }) => toolsIn(body)),
    async ask(more = {}, tools = ASKED.tools) {
      const calls: ModelCall[] = [];
      const run = models.begin({
        purpose: 'answer',
        payer: {},
        signal: new AbortController().signal,
        temperature: 0,
        maxTokens: 100,
        maxCalls: 4,
        maxRepeats: 1,
        maxSearches: 3,
        maxCharacters: 1_000,
        firstTokenMs: 3_000,
        idleMs: 300,
        totalMs: 10_000,
        plainInstructions: 'Answer.',
        onText: () => undefined,
        onCall: (call) => calls.push(call),
        ...more,
      });
      try {
        const { text } = await models.reply(run, { ...ASKED, tools });
        return { text, fault: undefined, message: '', calls };
      } catch (error) {
        if (!IbidError.is(error, 'UPSTREAM_FAILED')) throw error;
        return { text: undefined, fault: modelFaultOf(error), message: error.message, calls };
      }
    },
  };
}

function toolsIn(body: unknown): number {
  return (body as { readonly tools?: readonly unknown[] }).tools?.length ?? 0;
}

function instructionsIn(body: unknown): unknown {
  const sent = body as {
    readonly instructions?: unknown;
    readonly messages?: readonly { readonly content: unknown }[];
  };
  return sent.instructions ?? sent.messages?.[0]?.content;
}

describe('a model that takes no tools', () => {
  it('answers the first question without them, and is never offered any again', async () => {
    const place = await open([TOOLLESS]);
    expect(place.models.takesTools).toBe(true);
    const first = await place.ask();
    expect(first).toMatchObject({ text: 'Buses.', fault: undefined });
    expect(first.calls.map(({ fault }) => fault)).toEqual(['unavailable', undefined]);
    expect(place.spending.settled[0]).toBe('not-called');
    expect(place.models.takesTools).toBe(false);
    expect((await place.ask()).calls).toHaveLength(1);
    expect(place.offered()).toEqual([1, 0, 0]);
    // A call without tools must not have instructions for searching.
    expect(place.services[0]!.requests.map(({ body }) => instructionsIn(body))).toEqual([
      'Answer, or search.',
      'Answer.',
      'Answer.',
    ]);
    expect(place.spending.open()).toBe(0);
  });

  it('is told of once, with the setting that spares the call, and its breaker stays closed', async () => {
    const place = await open([TOOLLESS]);
    await Promise.all([place.ask(), place.ask()]);
    await place.ask();
    expect(place.notices).toEqual([
      {
        id: 'custom/model-1',
        message:
          'custom/model-1 takes no tools; it answers from the passages that are found for it. Write `"quirks": { "tools": false }` into the `model` section to spare the first call.',
      },
    ]);
    expect(place.changes).toEqual([]);
    expect(place.models.states()[0]).toMatchObject({ state: 'closed', failures: 0 });
  });

  it('costs one call where the owner said so', async () => {
    const place = await open([TOOLLESS], { model: { quirks: { tools: false } } });
    expect((await place.ask()).text).toBe('Buses.');
    expect([place.offered(), place.notices]).toEqual([[0], []]);
  });

  it('is asked itself before another one is', async () => {
    const place = await open([TOOLLESS, GOOD]);
    expect((await place.ask()).text).toBe('Buses.');
    expect(place.services[1]!.requests).toEqual([]);
  });

  it('may be the one that steps in', async () => {
    const place = await open([() => ({ kind: 'fault', fault: '401' }), TOOLLESS]);
    expect(await place.ask()).toMatchObject({ text: 'Buses.', calls: [{}, {}, {}] });
    expect(place.notices[0]?.message).toContain('into `cheaper` in the `model` section');
    expect(place.models.takesTools).toBe(true);
  });

  it('is found out also when it has rewritten a question before', async () => {
    const place = await open([TOOLLESS]);
    await place.ask({}, []);
    expect((await place.ask()).text).toBe('Buses.');
    expect(place.offered()).toEqual([0, 1, 0]);
  });

  it('is found out after the wait when its breaker was open', async () => {
    const place = await open([failingThen({ kind: 'fault', fault: '401' }, 1, TOOLLESS)]);
    await place.ask();
    place.clock.now += 30_000;
    expect((await place.ask()).text).toBe('Buses.');
    expect(place.models.states()[0]?.state).toBe('closed');
  });
});

describe('a call is not repeated without its tools', () => {
  it('when the model has taken tools before', async () => {
    const place = await open([({ index }) => (index === 0 ? { kind: 'text', text: 'Good.' } : REFUSED)]);
    await place.ask();
    expect((await place.ask()).calls).toHaveLength(1);
    expect(place.offered()).toEqual([1, 1]);
    expect(place.models.takesTools).toBe(true);
  });

  it.each<[string, Partial<ModelRunOptions>, BreakerState['state']]>([
    ['it offered none, because no search is left', { maxSearches: 0 }, 'open'],
    ['it offered none, because no call is left for an answer after a search', { maxCalls: 1 }, 'open'],
  ])('when %s', async (_, more, state) => {
    const place = await open([REFUSING]);
    expect((await place.ask(more)).calls).toHaveLength(1);
    expect(place.models.states()[0]?.state).toBe(state);
  });

  it.each(['401', '429', '500', 'html-200'] as const)('after %s, which is not about tools', async (fault) => {
    const place = await open([() => ({ kind: 'fault', fault })], {
      model: { quirks: { parallelToolCalls: false } },
    });
    await place.ask().catch(() => undefined);
    expect(place.offered().every((count) => count === 1)).toBe(true);
    expect(place.models.takesTools).toBe(true);
  });
});

it('what is refused without tools too opens the breaker, and blames the tools of nobody', async () => {
  const place = await open([REFUSING]);
  const { fault, message, calls } = await place.ask();
  expect(fault).toBe('unavailable');
  expect(message).toContain('`model.quirks` of `ibid.config.json`');
  expect(calls).toHaveLength(2);
  expect(place.offered()).toEqual([1, 0]);
  expect(place.notices).toEqual([]);
  expect(place.models.takesTools).toBe(true);
  expect(place.models.states()[0]?.state).toBe('open');
  expect((await place.ask()).calls).toEqual([]);
});

it('OpenRouter says with a 404 that nobody offers the model with tools', async () => {
  const message = 'No endpoints found that support tool use.';
  const place = await open(
    [
      ({ tools }) =>
        tools.length === 0 ? { kind: 'text', text: 'Buses.' } : refusing(404, { error: { message, code: 404 } }),
    ],
    { model: { name: 'openrouter/model-1' } },
  );
  expect((await place.ask()).text).toBe('Buses.');
  expect(place.models.takesTools).toBe(false);
});

it('parameters that a service names are left out from then on, and told once each', async () => {
  const unsupported = ['temperature', 'max_tokens', 'stream_options'];
  const place = await open([GOOD], { unsupported });
  expect(await place.ask()).toMatchObject({ text: 'Topics are buses.', calls: [{}, {}, {}, {}] });
  expect(place.spending.settled.slice(0, 3)).toEqual(['not-called', 'not-called', 'not-called']);
  expect(
    place.notices.map(({ message }) => /refuses `(\w+)`, which is left out/u.exec(message)?.[1]).toSorted(),
  ).toEqual(unsupported.toSorted());
  expect((await place.ask()).calls).toHaveLength(1);
  expect(place.notices).toHaveLength(3);
  expect(place.models.takesTools).toBe(true);
  expect(place.models.states()[0]).toMatchObject({ state: 'closed', failures: 0 });
});
