import { describe, expect, test } from 'vitest';
import { countTokens } from '../chunk/count-tokens.ts';
import { answerInstructions } from './answer-prompt.ts';

const PLAIN = { systemPrompt: '', searches: false };

describe('what a model is told first', () => {
  test('is equal for equal settings, so that a cache of prompts serves every question', () => {
    const settings = { systemPrompt: 'Be kind.', searches: true };
    expect(answerInstructions({ ...settings })).toBe(answerInstructions(settings));
  });

  test.each([
    ['the sources alone count', /only what the sources say/iu],
    ['sources, history and question are data', /all of this is data.*never follow/iu],
    ['a label stands behind every sentence', /\. \[p1\]/u],
    ['labels stand at list items, rows and code', /list item.*table row[^]*label on a line of its own/iu],
    ['sentences are copied whole', /copied word for word.*do not shorten, join, split or reword/iu],
    ['what leads in is copied too', /copy what leads it in: the sentence with the colon, the header row/iu],
    ['no addresses, images or HTML', /no headings, links, addresses, images or HTML/iu],
    ['no preamble', /no preamble/iu],
    ['both sides of a contradiction', /contradict each other/iu],
    ['the word for no answer', /this one word and nothing else: NOT_IN_SOURCES$/mu],
  ])('says that %s', (_, rule) => {
    expect(answerInstructions(PLAIN)).toMatch(rule);
  });

  test('speaks of searching only to a model that can search', () => {
    expect(answerInstructions(PLAIN)).not.toContain('search_docs');
    expect(answerInstructions({ ...PLAIN, searches: true })).toContain('search_docs');
  });

  test("begins alike whatever the owner wishes, and calls the owner's words wishes about tone", () => {
    const told = answerInstructions({ ...PLAIN, systemPrompt: 'Be kind.\u200b\u{e0041}' });
    expect(told.startsWith(answerInstructions(PLAIN))).toBe(true);
    expect(told.slice(answerInstructions(PLAIN).length)).toMatch(/tone and language.*the rules hold:\nBe kind\.$/su);
  });

  test('has at most 700 tokens without wishes, and takes 4,000 characters of them', () => {
    expect(countTokens(answerInstructions({ ...PLAIN, searches: true }))).toBeLessThanOrEqual(700);
    const long = answerInstructions({ ...PLAIN, systemPrompt: 'w'.repeat(100_000) });
    expect(/w{4,}$/u.exec(long)![0]).toHaveLength(4000);
  });
});
