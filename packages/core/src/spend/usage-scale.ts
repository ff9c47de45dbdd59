/** Upper bound, so that one absurd report does not block a model for ever. */
const LARGEST = 4;

interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Ratio of used to requested tokens for each model, separately for input and output. */
export interface UsageScale {
  /** Returns the tokens to reserve for a call that should use at most `asked`. */
  apply(model: string, asked: Tokens): Tokens;
  /** Remembers the largest ratio of a model, up to 4. */
  learn(model: string, asked: Tokens, used: Tokens): void;
}

/**
 * Corrects reservations for a service that counts more tokens than this project does. Limits are counted with one tokenizer and charged
 * with another, so without this each call could exceed a cap by a little.
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
