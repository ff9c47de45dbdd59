/** What the tests of faults share: one service, and readers of what it puts on the wire. */
import { afterAll, beforeAll, expect } from 'vitest';
import { openModelService, type ModelService } from '../model-service.ts';
import { rawExchange, type RawOptions, type RawReply } from '../raw-exchange-fixture.ts';
import type { FaultReply, ScriptedReply } from '../scripted-reply.ts';
import { chatText, eventsOf } from '../stream-troubles-fixture.ts';
import { GOOD_TEXT } from './good-text.ts';
import type { ModelFaultMode } from './model-fault-modes.ts';

let opened: ModelService | undefined;
let reply: ScriptedReply = { kind: 'text', text: GOOD_TEXT };

/** Opens a service for the tests of a file, and closes it after them. */
export function useFaultyService(): void {
  beforeAll(async () => {
    opened = await openModelService({ answer: () => reply });
  });
  afterAll(async () => {
    await opened?.close();
  });
}

export function faultyService(): ModelService {
  if (opened === undefined) throw new Error('The service is not open yet.');
  return opened;
}

export const TOOL = { kind: 'tool', name: 'search_docs', arguments: '{"query_text":"topics"}' } as const;
export const QUIET = { everyMs: 1 };

export async function shown(fault: Omit<FaultReply, 'kind'>, options: RawOptions = {}): Promise<RawReply> {
  reply = { kind: 'fault', ...fault };
  return rawExchange(faultyService(), options);
}

export async function streamOf(
  fault: ModelFaultMode,
  of: FaultReply['of'] = { kind: 'text', text: GOOD_TEXT },
): Promise<RawReply> {
  const raw = await shown({ fault, of });
  expect(raw).toMatchObject({ status: 200, isBodyEnded: true, connection: 'ended' });
  expect(raw.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  return raw;
}

export async function bodyOf(fault: ModelFaultMode): Promise<{ raw: RawReply; json: Record<string, never> }> {
  const raw = await shown({ fault }, { stream: false });
  return { raw, json: JSON.parse(raw.text) as Record<string, never> };
}

export async function refused(fault: ModelFaultMode, status: number, code: string | null): Promise<RawReply> {
  const raw = await shown({ fault });
  expect(raw).toMatchObject({ status, isBodyEnded: true });
  const { error } = JSON.parse(raw.text) as { error: Record<string, unknown> };
  expect(Object.keys(error)).toEqual(['message', 'type', 'param', 'code']);
  expect(error['code']).toBe(code);
  return raw;
}

export const whole = (raw: RawReply): void => expect(chatText(raw.text)).toBe(GOOD_TEXT);

export async function limited(fault: ModelFaultMode, name: string, value: string): Promise<string> {
  const { headers } = await refused(fault, 429, 'rate_limit_exceeded');
  expect(headers[name]).toEqual(value);
  return headers[name] ?? '';
}

export async function endedEarly(fault: ModelFaultMode, reason: string): Promise<void> {
  const { text } = await streamOf(fault);
  const words = chatText(text);
  expect(words.length).toBeGreaterThan(10);
  expect(words.length).toBeLessThan(GOOD_TEXT.length);
  expect(GOOD_TEXT.startsWith(words)).toBe(true);
  expect(text).toContain(`"finish_reason":"${reason}"`);
  expect((await bodyOf(fault)).json).toHaveProperty('choices.0.finish_reason', reason);
}

export async function usageSaid(fault: ModelFaultMode, value: unknown): Promise<void> {
  const { text } = await streamOf(fault);
  expect(eventsOf(text).at(-2)?.data).toContain(`"completion_tokens":${JSON.stringify(value)}`);
  expect((await bodyOf(fault)).json).toHaveProperty('usage.prompt_tokens', value);
  expect(faultyService().requests.at(-1)?.billed).toEqual({ inputTokens: 8, outputTokens: 38 });
}

export async function calledBy(fault: ModelFaultMode): Promise<readonly (readonly [name: string, text: string])[]> {
  const { text } = await streamOf(fault);
  expect(chatText(text)).toBe('');
  return toolCalls(text);
}

interface ToolDelta {
  readonly index: number;
  readonly function: { readonly name?: string; readonly arguments: string };
}

export function toolCalls(text: string): readonly (readonly [name: string, text: string])[] {
  const calls: [string, string][] = [];
  for (const { data } of eventsOf(text).filter((event) => event.data !== '[DONE]')) {
    const { choices } = JSON.parse(data) as { choices: readonly { delta: { tool_calls?: readonly ToolDelta[] } }[] };
    for (const delta of choices[0]?.delta.tool_calls ?? []) {
      const call = (calls[delta.index] ??= [delta.function.name ?? '', '']);
      call[1] += delta.function.arguments;
    }
  }
  return calls;
}

export function post(more: Readonly<Record<string, unknown>> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { authorization: `Bearer ${faultyService().apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'test-model', messages: [{ role: 'user', content: 'What are topics?' }], ...more }),
  };
}
