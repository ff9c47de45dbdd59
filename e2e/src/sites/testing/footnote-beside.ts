import type { Locator } from 'playwright-core';

/** The mark of the block of an answer that holds the words; white space counts for nothing, as cells of a table have none between them. */
export function footnoteBeside(answer: Locator, words: string): Locator {
  const spelled = words.split(/\s+/u).map((word) => RegExp.escape(word));
  const block = answer.locator('.ibid-excerpt > *').filter({ hasText: new RegExp(spelled.join(String.raw`\s*`), 'u') });
  return block.getByRole('link', { name: /^Source \d+/u });
}
