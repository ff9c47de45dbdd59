import { IbidError } from '@ibid/core';
import { inTurn, quotingModel, searchingModel, type ScriptedReply, type ScriptedToolCall } from '@ibid/testkit';
import { describe, expect, it } from 'vitest';
import {
  agentPlace,
  briefOf,
  drafted,
  furtherSearch,
  makeSearchTool,
  passageOf,
  type AgentPlaceOptions,
} from './testing/agent-place.ts';
import { keptSpending } from '../models/testing/kept-spending.ts';

const searchFor = (query_text: string): ScriptedToolCall => ({
  name: 'search_docs',
  arguments: JSON.stringify({ query_text }),
});
const says = (text: string): ScriptedReply => ({ kind: 'text', text });

describe('a draft', () => {
  it('proposes each sentence with the labels that the model gave, then ends once', async () => {
    const script = inTurn(says('Topics are named buses. [p1] A service answers once. [p1][p2] Nodes talk.'));
    const { agent, spending } = await agentPlace({ script });
    const { events, texts, labels, end } = await drafted(agent, briefOf());
    expect(texts).toEqual(['Topics are named buses.', 'A service answers once.', 'Nodes talk.']);
    // A piece without a label may be supported by any passage that the model was given.
    expect(labels).toEqual([['p1'], ['p1', 'p2'], ['p1', 'p2']]);
    expect(end).toEqual({ type: 'draft-end', outcome: 'answered', reason: 'answered', confidence: 0.85, warnings: [] });
    expect(events.filter(({ type }) => type === 'draft-end')).toHaveLength(1);
    expect(events.at(-1)).toBe(end);
    expect(spending.open()).toBe(0);
  });

  it('tells of each call with what was charged for it', async () => {
    const { agent, spending } = await agentPlace({ script: searchingModel() });
    const { events } = await drafted(agent, briefOf({ search: furtherSearch().search }));
    const calls = events.flatMap((event) => (event.type === 'model-call' ? [event.call] : []));
    expect(calls).toHaveLength(2);
    expect(calls.map(({ inputTokens, outputTokens }) => ({ inputTokens, outputTokens }))).toEqual(
      spending.settled.map((used) => {
        const { inputTokens, outputTokens } = used as Exclude<typeof used, 'not-called' | undefined>;
        return { inputTokens, outputTokens };
      }),
    );
    expect(calls.every(({ model, purpose, fault }) => model === 'model-1' && purpose === 'answer' && !fault)).toBe(
      true,
    );
  });

  it('searches further, with the labels of the run, and shows the model neither vectors nor addresses', async () => {
    const { search, queries } = furtherSearch();
    const script = inTurn(
      { kind: 'tool', name: 'search_docs', arguments: '{"query_text":"parameters"}' },
      says('A parameter is a setting of a node. [p3]'),
    );
    const { agent, service } = await agentPlace({ script });
    const { texts, labels, end } = await drafted(agent, briefOf({ search }));
    expect(queries).toEqual(['parameters']);
    expect(texts).toEqual(['A parameter is a setting of a node.']);
    expect(labels).toEqual([['p3']]);
    expect(end?.outcome).toBe('answered');
    const result = service.requests[1]!.call!.toolResults[0]!.text;
    const content_text = 'A parameter is a setting of a node.';
    expect(JSON.parse(result)).toEqual({
      retrieved_chunks: [
        expect.objectContaining({ label: 'p1', chunk_id: 'chunk-p1' }),
        { label: 'p3', page: 'Nodes', chunk_id: 'chunk-p3', similarity_score: 0.8, content_text },
      ],
      success: true,
      error_message: null,
    });
    expect(JSON.stringify(service.requests[1]!.body)).not.toMatch(/query_embedding|docs\.example/u);
  });

  it('leaves out what a model announces before it searches, and what it says again after', async () => {
    const script = inTurn(
      {
        kind: 'tools',
        text: 'I will look that up. Topics are named buses. [p1] Let me search for more.',
        calls: [{ name: 'search_docs', arguments: '{"query_text":"parameters"}' }],
      },
      says('Topics are named buses. [p1] A parameter is a setting. [p3]'),
    );
    const { agent } = await agentPlace({ script });
    const { texts } = await drafted(agent, briefOf({ search: furtherSearch().search }));
    // Text before a labelled sentence may belong to it, so the gate has to judge it.
    expect(texts).toEqual(['I will look that up.', 'Topics are named buses.', 'A parameter is a setting.']);
  });

  it('proves an unlabelled sentence from what was found as well', async () => {
    const script = inTurn({ kind: 'tool', name: 'search_docs', arguments: '{"query_text":"x"}' }, says('Nodes talk.'));
    const { agent } = await agentPlace({ script });
    expect((await drafted(agent, briefOf({ search: furtherSearch().search }))).labels).toEqual([['p1', 'p2', 'p3']]);
  });

  it('is cut at a sentence where a service does not keep to the tokens', async () => {
    const unlimited = {
      service: { unsupported: ['max_tokens', 'max_completion_tokens'] },
      configuration: { maxTokens: 30 },
    };
    const many = Array.from({ length: 20 }, (_, at) => `Node number ${at} talks over topics.`);
    const long = await agentPlace({ ...unlimited, script: () => says(many.map((text) => `${text} [p1]`).join(' ')) });
    const { texts, end } = await drafted(long.agent, briefOf());
    expect(texts).toEqual(many.slice(0, 2));
    expect(end).toMatchObject({ outcome: 'answered', warnings: [{ code: 'answer_cut' }] });
  });

  it('lets the last call answer, by giving it no tools', async () => {
    const { search, queries } = furtherSearch();
    const { agent, service } = await agentPlace({
      script: (call) =>
        call.tools.length > 0
          ? { kind: 'tool', name: 'search_docs', arguments: `{"query_text":"again ${call.index}"}` }
          : says('Topics are named buses. [p1]'),
    });
    expect(await drafted(agent, briefOf({ search }))).toMatchObject({
      texts: ['Topics are named buses.'],
      fault: undefined,
    });
    expect(queries).toEqual(['again 0', 'again 1', 'again 2']);
    expect(service.requests.map(({ call }) => call!.tools.length)).toEqual([1, 1, 1, 0]);
  });

  it('carries out three searches of a flood, and then asks for the answer', async () => {
    const { search, queries } = furtherSearch();
    const { agent, service } = await agentPlace({
      script: inTurn(
        { kind: 'tools', calls: Array.from({ length: 64 }, (_, at) => searchFor(`topics ${at}`)) },
        says('Topics are named buses. [p1]'),
      ),
    });
    expect((await drafted(agent, briefOf({ search }))).end?.outcome).toBe('answered');
    expect(queries).toHaveLength(3);
    expect(service.requests[1]!.call!.toolResults).toHaveLength(3);
    expect(service.requests[1]!.call!.tools).toEqual([]);
  });

  it('tells of what the model called, as it called it, and of what came back', async () => {
    const refused = { name: 'search_docs', arguments: '{"query_text": 7, "top_k": 3}' };
    const script = inTurn(
      { kind: 'tools', calls: [searchFor('parameters'), refused] },
      says('Topics are named buses. [p1]'),
    );
    const { agent } = await agentPlace({ script });
    const { events } = await drafted(agent, briefOf({ search: furtherSearch().search }));
    expect(events.flatMap((event) => (event.type === 'tool-call' ? [event.call] : []))).toEqual([
      { name: 'search_docs', input: '{"query_text":"parameters"}', results: 2 },
      { name: 'search_docs', input: refused.arguments, results: 0, error: '`query_text` must be a text.' },
    ]);
  });

  it('tells of a call where no tool was offered, and of no more than a few of a flood', async () => {
    const calls = Array.from({ length: 64 }, (_, at) => searchFor(`topics ${at}`));
    const { agent } = await agentPlace({ script: () => ({ kind: 'tools', calls }) });
    const toolsOf = async (brief: Parameters<typeof briefOf>[0]): Promise<readonly unknown[]> =>
      (await drafted(agent, briefOf(brief))).events.flatMap((event) =>
        event.type === 'tool-call' ? [event.call] : [],
      );
    const unheard = await toolsOf({});
    expect(unheard).toHaveLength(16);
    expect(unheard[0]).toEqual({
      name: 'search_docs',
      input: '{"query_text":"topics 0"}',
      results: 0,
      error: 'No tool was offered.',
    });
    const flood = await toolsOf({ search: furtherSearch().search });
    expect(flood).toHaveLength(16 + 3 + 16);
    expect(flood).toContainEqual({ name: 'search_docs', input: '{"query_text":"topics 2"}', results: 2 });
  });

  it.each([
    ['an unknown tool', { name: 'delete_everything', arguments: '{"path":"/"}' }, 'There is no such tool'],
    ['arguments that are no JSON', { name: 'search_docs', arguments: '{"query_text":"what' }, 'no JSON object'],
    ['arguments that are no object', { name: 'search_docs', arguments: '"what"' }, 'no JSON object'],
  ])('tells the model once of %s', async (_, call, error) => {
    const { search, queries } = furtherSearch();
    const script = inTurn({ kind: 'tool', ...call }, says('Topics are named buses. [p1]'));
    const { agent, service } = await agentPlace({ script });
    const { events, end } = await drafted(agent, briefOf({ search }));
    expect(end?.outcome).toBe('answered');
    expect(queries).toEqual([]);
    const told = {
      name: call.name,
      input: call.arguments,
      results: 0,
      error: expect.stringContaining(error) as string,
    };
    expect(events).toContainEqual({ type: 'tool-call', call: told });
    expect(service.requests[1]!.call!.toolResults).toHaveLength(1);
    expect(service.requests[1]!.call!.toolResults[0]!.text).not.toBe('');
    const again = await agentPlace({ script: () => ({ kind: 'tool', ...call }) });
    expect(await drafted(again.agent, briefOf({ search }))).toMatchObject({ fault: 'unusable', calls: 2 });
  });

  it('shows a model what it called, and carries out several calls of one reply', async () => {
    const { search, queries } = furtherSearch();
    const { agent, service } = await agentPlace({
      script: inTurn(
        { kind: 'tools', calls: [searchFor('a'), searchFor('b')] },
        { kind: 'tools', calls: [searchFor('c')] },
        says('Topics are named buses. [p1]'),
      ),
    });
    expect((await drafted(agent, briefOf({ search }))).end?.outcome).toBe('answered');
    expect(queries).toEqual(['a', 'b', 'c']);
    const ids = service.requests[2]!.call!.toolResults.map(({ callId }) => callId);
    expect(new Set(ids).size).toBe(3);
  });

  it('says that the sources do not answer when the model does', async () => {
    const { agent } = await agentPlace({ script: inTurn(says('NOT_IN_SOURCES')) });
    const end = { outcome: 'insufficient', reason: 'not-in-pages', confidence: 0.49 * 0.7 };
    expect(await drafted(agent, briefOf())).toMatchObject({ texts: [], fault: undefined, end });
    const selection = { text: 'Topics are named buses' };
    const question = { text: 'What are topics in ROS 2?', history: [], selection };
    expect((await drafted(agent, briefOf({ question }))).end).toMatchObject({
      outcome: 'refused',
      reason: 'not-in-selection',
    });
  });

  it('fails when the model wrote nothing that could be an answer', async () => {
    const { agent } = await agentPlace({ script: inTurn(says('***')) });
    expect(await drafted(agent, briefOf())).toMatchObject({ texts: [], end: undefined, fault: 'unusable' });
  });
});

describe('what the model is given', () => {
  const question = { text: 'What are topics in ROS 2?', history: [] };
  const selection = { text: 'Topics are named buses' };
  const supplied = { status: 'success', selectionOnly: false, chunks: [] } as const;
  const { search } = furtherSearch();

  it.each<readonly [string, Parameters<typeof briefOf>[0], Partial<AgentPlaceOptions>, number]>([
    ['a search may find more', { search }, {}, 1],
    ['the engine offers no search', {}, {}, 0],
    ['the answer may come from a selection alone', { search, question: { ...question, selection } }, {}, 0],
    ['the answer may come from given passages alone', { search, question: { ...question, supplied } }, {}, 0],
    ['the owner has switched it off', { search }, { configuration: { retrievalEnabled: false } }, 0],
    ['there is no tool', { search }, { searchTool: undefined }, 0],
    ['the model takes no tools', { search }, { model: { quirks: { tools: false } } }, 0],
    ['one of the four calls of an answer is left', { search, modelCalls: 3 }, {}, 0],
  ])('is a tool only where %s', async (_, brief, options, tools) => {
    const { agent, service } = await agentPlace({ script: quotingModel(), ...options });
    await drafted(agent, briefOf(brief));
    expect(service.requests[0]!.call!.tools).toHaveLength(tools);
  });

  it('is a plain schema of the tool, which every service takes', async () => {
    const { agent, service } = await agentPlace({ script: quotingModel() });
    await drafted(agent, briefOf({ search }));
    expect(service.requests[0]!.call!.tools[0]!.parameters).toEqual({
      type: 'object',
      properties: { query_text: { type: 'string' }, top_k: { type: 'integer' } },
      required: ['query_text'],
    });
  });

  it("is the question's temperature, 0 unless given, and the owner's limit and wishes", async () => {
    const { agent, service } = await agentPlace({
      script: quotingModel(),
      configuration: { maxTokens: 321, systemPrompt: 'Call readers "colleagues".' },
    });
    await drafted(agent, briefOf());
    await drafted(agent, briefOf({ question: { ...question, temperature: 0.7 } }));
    expect(service.requests.map(({ call }) => call!.temperature)).toEqual([0, 0.7]);
    expect(service.requests[0]!.call!.maxTokens).toBe(321);
    expect(service.requests[0]!.call!.messages[0]!.text).toContain('Call readers "colleagues".');
  });

  it('has no temperature where the model takes none, and the answer says so', async () => {
    const { agent, service } = await agentPlace({ script: quotingModel(), service: { unsupported: ['temperature'] } });
    const { end } = await drafted(agent, briefOf({ question: { ...question, temperature: 0.7 } }));
    expect(service.requests.at(-1)!.call!.temperature).toBeUndefined();
    expect(end?.warnings).toMatchObject([{ code: 'temperature_ignored' }]);
    expect((await drafted(agent, briefOf())).end?.warnings).toEqual([]);
  });

  it('is the same for the same brief, byte for byte', async () => {
    const { agent, service } = await agentPlace({ script: quotingModel() });
    await drafted(agent, briefOf({ search }));
    await drafted(agent, briefOf({ search }));
    expect(JSON.stringify(service.requests[0]!.body)).toBe(JSON.stringify(service.requests[1]!.body));
  });
});

describe('a question that is settled before', () => {
  it.each([
    ['small talk', { question: { text: 'hello', history: [] } }, 'greeting'],
    ['a search that found nothing', { passages: [] }, 'no-match'],
  ])('costs nothing: %s', async (_, brief, reason) => {
    const { agent, service, spending } = await agentPlace({ script: quotingModel() });
    expect((await drafted(agent, briefOf(brief))).end?.reason).toBe(reason);
    expect(service.requests).toEqual([]);
    expect(spending.requests).toEqual([]);
  });
});

describe('payment', () => {
  it('is asked for before each call, on the accounts of who asks', async () => {
    const { agent, spending } = await agentPlace({ script: searchingModel() });
    const payer = { client: 'c', session: 's' };
    for await (const _ of agent.draft(briefOf({ search: furtherSearch().search }), { payer }));
    expect(spending.requests.map((request) => request.payer)).toEqual([payer, payer]);
    expect(spending.requests.map(({ model, outputTokens }) => ({ model, outputTokens }))).toEqual([
      { model: 'model-1', outputTokens: 800 },
      { model: 'model-1', outputTokens: 800 },
    ]);
  });

  it('covers what the service counts, whatever the language', async () => {
    const texts = [
      '节点通过主题交换消息。'.repeat(60),
      '🚀🤖🧭'.repeat(200),
      'ᚠᛇᚻ᛫ᛒᛦᚦ '.repeat(100),
      'a1b2c3d4e5f6'.repeat(200),
    ];
    for (const text of texts) {
      const { agent, spending, service } = await agentPlace({ script: quotingModel() });
      await drafted(agent, briefOf({ passages: [passageOf('p1', text)] }));
      const [{ inputTokens }, { call }] = [spending.requests[0]!, service.requests[0]!];
      expect(inputTokens).toBeGreaterThanOrEqual(call!.inputTokens);
      // The service counts a token for four bytes.
      expect(inputTokens).toBeLessThanOrEqual(4 * 4 * call!.inputTokens);
    }
  });

  it('fails as over budget, or as unpaid where nothing can be booked, before anything is sent', async () => {
    const { agent, service } = await agentPlace({ script: quotingModel(), spending: keptSpending({ cap: 10 }) });
    expect(await drafted(agent, briefOf())).toMatchObject({ fault: 'over-budget', calls: 0 });
    const broken = await agentPlace({ script: quotingModel(), spending: keptSpending({ isBroken: true }) });
    expect(await drafted(broken.agent, briefOf())).toMatchObject({ fault: 'unpaid', calls: 0 });
    expect([...service.requests, ...broken.service.requests]).toEqual([]);
  });

  it('stops a run in its middle when nothing is left for the next call', async () => {
    const { agent, service, spending } = await agentPlace({
      script: searchingModel(),
      spending: keptSpending({ cap: 2_800 }),
    });
    const result = await drafted(agent, briefOf({ search: furtherSearch().search }));
    expect(result).toMatchObject({ fault: 'over-budget', calls: 1 });
    expect(service.requests).toHaveLength(1);
    expect(spending.open()).toBe(0);
  });
});

describe('errors', () => {
  it('hold nothing of the service, the reader or the key', async () => {
    const key = 'sk-secret-0123456789';
    const { agent } = await agentPlace({
      script: inTurn({ kind: 'fault', fault: '401' }),
      service: { apiKey: key },
      configuration: { systemPrompt: 'a private wish' },
    });
    const { error } = await drafted(agent, briefOf());
    expect(IbidError.is(error, 'UPSTREAM_FAILED')).toBe(true);
    const { message, stack = '', cause } = error as IbidError;
    const shown = JSON.stringify({ ...(error as IbidError), message, stack, cause: String(cause) });
    expect(shown).not.toMatch(/sk-|private wish|buses|What are topics/u);
    expect(Object.keys(error as IbidError).toSorted()).toEqual(['code', 'details', 'name', 'retryable']);
  });

  it('of a search are told to the model, and end nothing', async () => {
    const { agent, service } = await agentPlace({
      script: searchingModel(),
      searchTool: (find) => ({
        ...makeSearchTool(find),
        execute: () => Promise.reject(new Error('the index at /srv/secret is broken')),
      }),
    });
    expect((await drafted(agent, briefOf({ search: furtherSearch().search }))).end?.outcome).toBe('answered');
    expect(service.requests[1]!.call!.toolResults[0]!.text).toBe(
      '{"success":false,"error_message":"The search failed."}',
    );
  });
});

it('is named after the model that is asked first', async () => {
  const { agent } = await agentPlace({ script: quotingModel() });
  expect(agent.id).toBe('agent/model-1');
});
