/** Bounded, so that one absurd report does not shut a model out for good. */
const LARGEST = 4;

interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** How much more than was asked for each model has turned out to use, input and output apart. */
export interface UsageScale {
  /** What to reserve for a call that should use no more than `asked`. */
  apply(model: string, asked: Tokens): Tokens;
  /** Remembers the largest ratio of a model, up to 4. */
  learn(model: string, asked: Tokens, used: Tokens): void;
}

/**
 * Limits of a call are counted with one tokenizer and charged with another. Without this a service whose own counts come out
 * higher would creep over a cap, a little with every call.
 */
export function usageScale(): UsageScale {
  const scales = new Map<string, Tokens>();
  const scaleOf = (model: string): Tokens => scales.get(model) ?? { inputTokens: 1, outputTokens: 1 };
  return {
    apply(model, asked) {
      const scale = scaleOf(model);
      return {
        inputTokens: Math.ceil(asked.inputTokens * scale.inputTokens),
        outputTokens: Math.ceil(asked.outputTokens * scale.outputTokens),
      };
    },
    learn(model, asked, used) {
      const scale = scaleOf(model);
      scales.set(model, {
        inputTokens: larger(scale.inputTokens, asked.inputTokens, used.inputTokens),
        outputTokens: larger(scale.outputTokens, asked.outputTokens, used.outputTokens),
      });
    },
  };
}

function larger(known: number, asked: number, used: number): number {
  return used <= asked ? known : Math.min(LARGEST, Math.max(known, used / asked));
}
