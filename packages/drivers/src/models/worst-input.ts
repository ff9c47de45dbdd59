import type { ModelRequest } from '@openai/agents';

export interface CountedInput {
  /** By our own measure. */
  readonly counted: number;
  /** The most that any service can count. */
  readonly worst: number;
}

/** For the marks that a service puts around each message. */
const PER_MESSAGE = 16;

/**
 * Tokens of everything that a call sends: instructions, messages, results and descriptions of tools. Nobody knows every tokenizer; none
 * makes more tokens than there are bytes, or twice as many as ours.
 */
export function worstInput(
  { systemInstructions = '', input, tools }: Pick<ModelRequest, 'systemInstructions' | 'input' | 'tools'>,
  countTokens: (text: string) => number,
): CountedInput {
  const items = typeof input === 'string' ? [input] : input.map((item) => JSON.stringify(item));
  const texts = [systemInstructions, ...items, ...tools.map((tool) => JSON.stringify(tool))].filter(
    (text) => text !== '',
  );
  const all = texts.join('\n');
  const counted = countTokens(all);
  return { counted, worst: Math.min(Buffer.byteLength(all), 2 * counted) + PER_MESSAGE * (texts.length + 1) };
}
