import { describe, expect, it } from 'vitest';
import { MODEL_FAULTS_SERVED } from './faults.ts';
import { hijackedReply, HIJACK_STYLES } from './hijacked-model.ts';
import { openModelService, serviceTokens, type ModelServiceOptions } from './model-service.ts';
import type { ParsedCall } from './parse-call.ts';

const BODY = { model: 'test-model', messages: [{ role: 'user', content: 'What are topics?' }], stream: true };
const TEXT = 'Topics are named buses over which nodes exchange messages.';

async function post(
  options: Partial<ModelServiceOptions>,
  body: object,
  key = 'test-key',
): Promise<{ readonly status: number; readonly text: string; readonly billed: object }> {
  await using service = await openModelService({ answer: () => ({ kind: 'text', text: TEXT }), ...options });
  const reply = await fetch(`${service.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, connection: 'close' },
    body: JSON.stringify(body),
    redirect: 'manual',
  });
  const text = await reply.text();
  await service.idle();
  return { status: reply.status, text, billed: service.billed };
}

describe('a model service', () => {
  it('streams what the script says, with why it ended and what it took, and bills that', async () => {
    const { text, billed } = await post({}, { ...BODY, stream_options: { include_usage: true } });
    const events = text
      .trim()
      .split('\n\n')
      .map((event) => event.slice('data: '.length));
    expect(events.at(-1)).toBe('[DONE]');
    const chunks = events.slice(0, -1).map((event) => JSON.parse(event) as Record<string, never[]>);
    const deltas = chunks.flatMap(({ choices }) => choices as { delta: { content?: string } }[]);
    expect(deltas.map(({ delta }) => delta.content ?? '').join('')).toBe(TEXT);
    expect(deltas.at(-1)).toMatchObject({ finish_reason: 'stop' });
    const inputTokens = serviceTokens('What are topics?') + 4;
    expect(billed).toEqual({ inputTokens, outputTokens: serviceTokens(TEXT) });
    expect(chunks.at(-1)).toMatchObject({
      usage: { prompt_tokens: inputTokens, completion_tokens: serviceTokens(TEXT) },
    });
  });

  it('cuts a text at the limit of the call', async () => {
    const { text } = await post({}, { ...BODY, max_tokens: 3 });
    expect(text).toContain('"finish_reason":"length"');
    expect(text).not.toContain('messages');
  });

  it.each<readonly [string, object, number]>([
    ['an unknown model', { ...BODY, model: 'other' }, 404],
    ['no messages', { model: 'test-model', stream: true }, 400],
    ['a parameter that nobody knows', { ...BODY, organisation: 'x' }, 400],
    ['a parameter that it does not support', { ...BODY, temperature: 0 }, 400],
    ['a limit below one', { ...BODY, max_tokens: 0 }, 400],
    ['a tool result without a call', { ...BODY, messages: [{ role: 'tool', tool_call_id: 'a', content: '' }] }, 400],
    [
      'a call without its result',
      {
        ...BODY,
        messages: [{ role: 'assistant', tool_calls: [{ id: 'a', function: { name: 's', arguments: '{}' } }] }],
      },
      400,
    ],
  ])('refuses %s', async (_, body, status) => {
    expect(await post({ unsupported: ['temperature'] }, body)).toMatchObject({
      status,
      billed: { inputTokens: 0, outputTokens: 0 },
    });
  });

  it('refuses a wrong key', async () => {
    expect((await post({}, BODY, 'other')).status).toBe(401);
  });
});

it('each fault but those that say nothing ends a call', async () => {
  const ending = MODEL_FAULTS_SERVED.filter((fault) => !/hang|stall|reset/u.test(fault));
  for (const fault of ending) {
    const { text } = await post({ answer: () => ({ kind: 'fault', fault }) }, BODY);
    expect(`${fault}: ${text}`).not.toContain('script failed');
  }
});

it('a model that is taken over has a reply in each style, the same for the same seed', () => {
  const source = JSON.stringify({ label: 'p1', text: 'Node 24 runs everything. The port is 4000.' });
  const messages = [{ role: 'user', text: `SOURCES\n${source}\n\nQUESTION\n{"question":"Which port?"}` }] as const;
  const call = { index: 3, model: 'm', messages, tools: [], toolResults: [] } as unknown as ParsedCall;
  const replies = HIJACK_STYLES.map((style) => hijackedReply(call, { seed: 1, styles: [style] }));
  expect(replies).toEqual(HIJACK_STYLES.map((style) => hijackedReply(call, { seed: 1, styles: [style] })));
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBeGreaterThan(HIJACK_STYLES.length - 3);
});
