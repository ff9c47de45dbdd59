import { countTokens } from '@ibid/core/chunk';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelMessage, ModelTool } from './call-model.ts';
import { believedUsage, countInput } from './paid-call.ts';

const user = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });
const tool = (description: string): ModelTool => ({
  type: 'function',
  name: 'search_docs',
  description,
  inputSchema: { type: 'object' },
});

describe('the most that an input can be counted as', () => {
  it('takes in instructions, messages, results and tools', () => {
    const text = 'Topics are named buses. '.repeat(20);
    const bare = countInput({ instructions: '', messages: [user('x')], tools: [] }, countTokens).counted;
    const output = { type: 'text', value: text } as const;
    const result: ModelMessage = {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'a', toolName: 's', output }],
    };
    for (const more of [
      { instructions: text, messages: [user('x')], tools: [] },
      { instructions: '', messages: [user(text)], tools: [] },
      { instructions: '', messages: [user('x')], tools: [tool(text)] },
      { instructions: '', messages: [user('x'), result], tools: [] },
    ]) {
      expect(countInput(more, countTokens).counted).toBeGreaterThan(bare + 90);
    }
  });

  it('is never below what is there, by our count, and never far above the bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        const { counted, worst } = countInput({ instructions: text, messages: [], tools: [] }, countTokens);
        expect(worst).toBeGreaterThanOrEqual(counted);
        expect(worst).toBeLessThanOrEqual(Buffer.byteLength(text) + 64);
      }),
    );
  });
});

const BOUNDS = { counted: { input: 400, output: 40 }, reserved: { input: 800, output: 100 } };
const reported = (
  input: number | undefined,
  output: number | undefined,
  cacheRead?: number,
): Parameters<typeof believedUsage>[0] => ({
  inputTokens: { total: input, noCache: undefined, cacheRead, cacheWrite: undefined },
  outputTokens: { total: output, text: undefined, reasoning: undefined },
});

describe('what a service says that a call took', () => {
  it('is believed where it can be true, more than reserved included', () => {
    expect(believedUsage(reported(410, 38, 256), BOUNDS)).toEqual({
      inputTokens: 410,
      outputTokens: 38,
      cachedInputTokens: 256,
    });
    expect(believedUsage(reported(900, 120), BOUNDS)).toEqual({ inputTokens: 900, outputTokens: 120 });
    expect(believedUsage(reported(410, 38, 411), BOUNDS)).toEqual({ inputTokens: 410, outputTokens: 38 });
    expect(believedUsage(reported(100, 10), BOUNDS)).toBeDefined();
  });

  it.each([
    ['nothing', undefined],
    ['half of it', reported(410, undefined)],
    ['no number at all', reported(Number.NaN, 38)],
    ['a part of a token', reported(410.5, 38)],
    ['less than none', reported(-410, 38)],
    ['none', reported(0, 0)],
    ['far too few tokens in', reported(99, 38)],
    ['far too few tokens out', reported(410, 9)],
    ['a million million', reported(1e12, 1e12)],
  ])('is not believed when it is %s', (_, usage) => {
    expect(believedUsage(usage, BOUNDS)).toBeUndefined();
  });
});
