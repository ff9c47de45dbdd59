/** Calls of tools, and the ways of other services, read from a raw socket. */
import { expect, test } from 'vitest';
import { chatStreamTroubles, chatText } from '../stream-troubles-fixture.ts';
import type { Quirk } from './quirks.ts';
import type { ToolFault } from './tool-faults.ts';
import { TOOL, calledBy, streamOf, toolCalls, shown, useFaultyService, whole } from './fault-fixture.ts';
import { GOOD_TEXT } from './good-text.ts';

useFaultyService();

/** One entry for each mode, which the compiler holds. */
const SEEN: Readonly<Record<ToolFault | Quirk, () => Promise<void>>> = {
  'unknown-tool': async () =>
    void expect(await calledBy('unknown-tool')).toEqual([['delete_everything', '{"path":"/"}']]),
  'nameless-tool': async () => void expect(await calledBy('nameless-tool')).toEqual([['', '{}']]),
  'broken-tool-arguments': async () => {
    const [[, text] = []] = await calledBy('broken-tool-arguments');
    expect(() => JSON.parse(text ?? '{}') as unknown).toThrow(SyntaxError);
  },
  'wrong-tool-arguments': async () => {
    const [[, text] = []] = await calledBy('wrong-tool-arguments');
    expect(typeof (JSON.parse(text ?? '') as { query_text: unknown }).query_text).toBe('object');
  },
  'empty-tool-arguments': async () => {
    expect(await calledBy('empty-tool-arguments')).toEqual([['search_docs', '']]);
  },
  'tool-loop': async () => {
    const [[, first] = []] = await calledBy('tool-loop');
    const [[, second] = []] = await calledBy('tool-loop');
    expect(JSON.parse(first ?? '')).toHaveProperty('query_text');
    expect(second).not.toBe(first);
  },
  'tool-flood': async () => void expect(await calledBy('tool-flood')).toHaveLength(64),
  'text-and-tool': async () => {
    const { text } = await streamOf('text-and-tool');
    expect(GOOD_TEXT.startsWith(chatText(text))).toBe(true);
    expect(toolCalls(text)).toHaveLength(1);
    expect(text).toContain('"finish_reason":"tool_calls"');
  },
  'gemini-shape': async () => {
    whole(await streamOf('gemini-shape'));
    const { text } = await streamOf('gemini-shape', TOOL);
    expect(text).toContain('"tool_calls":[{"id":"call_');
    expect(text).toContain(`"arguments":${JSON.stringify(TOOL.arguments)}`);
    expect(text).toContain('"finish_reason":"stop"');
  },
  'ollama-shape': async () => {
    whole(await streamOf('ollama-shape'));
    const { text } = await streamOf('ollama-shape', TOOL);
    expect(text).toContain(`"arguments":${JSON.stringify(TOOL.arguments)}`);
    expect(text).toContain('"system_fingerprint":"fp_ollama"');
    expect(text).toContain('"finish_reason":"tool_calls"');
  },
  'tool-call-without-id': async () => {
    expect((await streamOf('tool-call-without-id', TOOL)).text).toContain('"id":"","type":"function"');
  },
  'thought-signature': async () => {
    const { text } = await streamOf('thought-signature', TOOL);
    const [id = ''] = /call_\w+/u.exec(text) ?? [];
    const signed = { google: { thought_signature: `signature of ${id}` } };
    expect(text).toContain(`"extra_content":${JSON.stringify(signed)}`);
    const called = { id, type: 'function', function: { name: 'search_docs', arguments: '{}' } };
    const goOn = async (call: object): Promise<number | undefined> => {
      const result = { role: 'tool', tool_call_id: id, content: 'found' };
      const messages = [
        { role: 'user', content: '?' },
        { role: 'assistant', content: null, tool_calls: [call] },
        result,
      ];
      return (await shown({ fault: 'thought-signature' }, { fields: { messages } })).status;
    };
    expect(await goOn(called)).toBe(400);
    expect(await goOn({ ...called, extra_content: signed })).toBe(200);
  },
  'finish-with-last-delta': async () => {
    const raw = await streamOf('finish-with-last-delta');
    whole(raw);
    expect(raw.text).toContain('"delta":{"content":" [p2]"},"logprobs":null,"finish_reason":"stop"');
  },
  'reasoning-content': async () => {
    const raw = await streamOf('reasoning-content');
    whole(raw);
    expect(raw.text).toContain('"delta":{"reasoning_content":"Let me think. "}');
  },
  'comments-between': async () => {
    const raw = await streamOf('comments-between');
    expect(raw.text).toMatch(/^: PROCESSING\n\ndata: /u);
    expect(chatStreamTroubles(raw.text)).toEqual([]);
  },
  'crlf-lines': async () => {
    const raw = await streamOf('crlf-lines');
    expect(raw.text.replaceAll('\r\n', '')).not.toContain('\n');
    expect(chatStreamTroubles(raw.text)).toEqual([]);
  },
  'no-space-after-colon': async () => {
    const raw = await streamOf('no-space-after-colon');
    expect(raw.text).not.toContain('data: ');
    expect(chatStreamTroubles(raw.text)).toEqual([]);
  },
  'split-bytes': async () => {
    const of = { kind: 'text', text: 'Überall 漢字 🙂. [p1]' } as const;
    expect(chatText((await streamOf('split-bytes', of)).text)).toBe(of.text);
  },
  'no-last-blank-line': async () => {
    const raw = await streamOf('no-last-blank-line');
    expect(raw.text.endsWith('data: [DONE]')).toBe(true);
    whole(raw);
  },
};

test.each(Object.entries(SEEN))('%s is on the wire', async (_, seen) => {
  expect.hasAssertions();
  await seen();
});
