import { describe, expect, it } from 'vitest';
import { believedUsage } from './believed-usage.ts';

const BOUNDS = { counted: { input: 400, output: 40 }, reserved: { input: 800, output: 100 } };
const reported = (
  inputTokens: unknown,
  outputTokens: unknown,
  cachedInputTokens?: unknown,
): Parameters<typeof believedUsage>[0] => ({
  inputTokens,
  outputTokens,
  cachedInputTokens,
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
    ['no numbers', reported('410', '38')],
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
