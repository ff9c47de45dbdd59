import { countTokens } from '@ibid/core/chunk';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { worstInput } from './worst-input.ts';

const tool = (description: string): Parameters<typeof worstInput>[0]['tools'][number] => ({
  type: 'function',
  name: 'search_docs',
  description,
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
  strict: false,
});

describe('the most that an input can be counted as', () => {
  it('takes in instructions, messages, results and tools', () => {
    const text = 'Topics are named buses. '.repeat(20);
    const bare = worstInput({ input: 'x', tools: [] }, countTokens).counted;
    const call = { type: 'function_call', callId: 'a', name: 's', arguments: '{}' } as const;
    const result = { type: 'function_call_result', callId: 'a', name: 's', status: 'completed', output: text } as const;
    for (const more of [
      { systemInstructions: text, input: 'x', tools: [] },
      { input: text, tools: [] },
      { input: 'x', tools: [tool(text)] },
      { input: [{ role: 'user', content: 'x' } as const, call, result], tools: [] },
    ]) {
      expect(worstInput(more, countTokens).counted).toBeGreaterThan(bare + 90);
    }
  });

  it('is never below what is there, by our count, and never far above the bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        const { counted, worst } = worstInput({ input: text, tools: [] }, countTokens);
        expect(worst).toBeGreaterThanOrEqual(counted);
        expect(worst).toBeLessThanOrEqual(Buffer.byteLength(text) + 64);
      }),
    );
  });
});
