import type { BreakerState } from '@ibid/core/types';
import { failingThen, refusing, type ModelScript } from '@ibid/testkit';
import { describe, expect, it } from 'vitest';
import type { ModelRunOptions } from './paid-call.ts';
import type { ModelRequest } from './call-model.ts';
import { GOOD, modelsPlace, type ModelsPlace, type ModelsPlaceOptions } from './testing/models-place.ts';

const TOOLS: ModelRequest['tools'] = [
  { type: 'function', name: 'search_docs', description: 'Searches.', inputSchema: { type: 'object' } },
];
const TOOLLESS: ModelScript = () => ({ kind: 'fault', fault: '400-no-tools', of: { kind: 'text', text: 'Buses.' } });
const REFUSED = refusing(400, { error: 'bad request' });
const REFUSING: ModelScript = () => REFUSED;

interface Place extends ModelsPlace {
  /** The calls to the first service. */
  sent(): readonly { readonly tools: number; readonly instructions: unknown }[];
  /** Number of tools offered in each of them. */
  offered(): readonly number[];
}

async function open(scripts: readonly ModelScript[], options: ModelsPlaceOptions = {}): Promise<Place> {
  const place = await modelsPlace(scripts, options);
  const sent: Place['sent'] = () =>
    place.services[0]!.requests.map(({ body }) => {
      const { tools = [], messages } = body as {
        tools?: readonly unknown[];
        messages: readonly [{ content: unknown }];
      };
      return { tools: tools.length, instructions: messages[0].content };
    });
  return {
    ...place,
    ask: (more, tools = TOOLS) => place.ask(more, tools),
    sent,
    offered: () => sent().map(({ tools }) => tools),
  };
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
    expect(place.sent().map(({ instructions }) => instructions)).toEqual(['Answer, or search.', 'Answer.', 'Answer.']);
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
    ['it offered none, because no search is left', { searchesLeft: 0 }, 'open'],
    ['it offered none, because no call is left for an answer after a search', { callsLeft: 1 }, 'open'],
  ])('when %s', async (_, more, state) => {
    const place = await open([REFUSING]);
    expect((await place.ask(more)).calls).toHaveLength(1);
    expect(place.models.states()[0]?.state).toBe(state);
  });

  it.each(['401', '429', '500', 'html-200'] as const)('after %s, which is not about tools', async (fault) => {
    const place = await open([() => ({ kind: 'fault', fault })], {
      model: { quirks: { parallelToolCalls: false } },
    });
    await place.ask();
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
  const place = await open([GOOD], { service: { unsupported } });
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
