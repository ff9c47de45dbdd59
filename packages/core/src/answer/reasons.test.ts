import { expect, test } from 'vitest';
import { openTestEngine } from './engine-fixture.ts';
import { messageOf } from './reasons.ts';

test('the reader is told of passages that come close exactly where some are shown', async () => {
  const { ask } = await openTestEngine();
  const questions = ['Which colour does a topic have?', 'Does the controller need water?'];
  const answers = await Promise.all(questions.map((question) => ask(question)));
  const unanswered = answers.filter(({ outcome }) => outcome === 'insufficient');
  expect(unanswered.map(({ message }) => /come closest/u.test(message))).toEqual(
    unanswered.map(({ closest }) => closest.length > 0),
  );
  expect(new Set(unanswered.map(({ closest }) => closest.length > 0)).size).toBe(2);
});

test('reasons are told in their order, and an answer without reservation says nothing', () => {
  expect(messageOf(['model-absent', 'not-in-pages'], false, false)).toMatch(
    /^The model .* The nearest sections may help\.$/u,
  );
  expect(messageOf(['answered', 'answered'], true, false)).toBe('');
});
