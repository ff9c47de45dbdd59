import { inTurn, openModelService } from '@ibid/testkit';
import { describe, expect, it } from 'vitest';
import { callModel, type CallOutcome } from './call-model.ts';
import { resolveModel, type ResolvedModel } from './resolve-model.ts';
import { serviceOver } from './service-over.ts';
import { serviceRequest } from './service-request.ts';

const TEXT = Array.from({ length: 6 }, (_, at) => `Sentence number ${at} says that topics are buses. [p1]`).join(' ');
const OF = { kind: 'text', text: TEXT, pieces: TEXT.match(/.{1,60}/gsu)! } as const;
const ASKED = { systemInstructions: 'Answer.', input: 'What are topics?', tools: [] };

/** A good stream, as a service sends it. */
async function recorded(
  api: 'chat' | 'responses',
): Promise<{ readonly model: ResolvedModel; readonly bytes: Uint8Array }> {
  const service = await openModelService({ answer: inTurn(OF) });
  const model = resolveModel({ name: 'custom/test-model', baseUrl: service.url, apiKey: service.apiKey, api });
  const body =
    api === 'chat'
      ? { messages: [{ role: 'user', content: 'What?' }], stream_options: { include_usage: true } }
      : { input: 'What?' };
  const reply = await fetch(`${service.url}/${api === 'chat' ? 'chat/completions' : 'responses'}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, model: 'test-model', stream: true }),
  });
  const bytes = new Uint8Array(await reply.arrayBuffer());
  await service.close();
  return { model, bytes };
}

describe.each(['chat', 'responses'] as const)('a stream over %s that ends at any byte', (api) => {
  it('is a reply only when its end was said', async () => {
    const { model, bytes } = await recorded(api);
    let sent = bytes;
    const headers = { 'content-type': 'text/event-stream' };
    const service = serviceOver(model, {
      fetch: () => Promise.resolve(new Response(sent, { headers })),
      close: () => Promise.resolve(),
    });
    const request = serviceRequest(ASKED, model, { temperature: 0, maxTokens: 100, hasTools: false });
    const shown = async (length: number): Promise<{ readonly outcome: CallOutcome; readonly text: string }> => {
      sent = bytes.subarray(0, length);
      let text = '';
      const outcome = await callModel(service, request, {
        signal: new AbortController().signal,
        firstTokenMs: 10_000,
        idleMs: 10_000,
        totalMs: 10_000,
        maxCharacters: 16_000,
        onText: (more) => (text += more),
      });
      return { outcome, text };
    };
    // Where the event is complete that says how the reply ended.
    const written = new TextDecoder().decode(bytes);
    const marker = api === 'chat' ? '"finish_reason":"stop"' : 'event: response.completed';
    const said = written.indexOf('\n', written.indexOf(marker));
    expect(bytes.length).toBeGreaterThan(2_500);

    for (let length = 0; length <= bytes.length; length++) {
      const { outcome, text } = await shown(length);
      expect(TEXT.startsWith(text)).toBe(true);
      const cut = text === '' ? 'unusable' : 'stopped';
      expect(outcome.failure?.fault ?? outcome.reply?.text).toBe(outcome.reply === undefined ? cut : TEXT);
      expect(outcome.reply === undefined || length >= said).toBe(true);
    }
    expect((await shown(bytes.length)).outcome.reply?.usage?.inputTokens).toBeGreaterThan(0);
  });
});
