import { expect, test } from 'vitest';
import type { Question } from '../types/answer.ts';
import type { ModelCall, QuestionRewriter } from '../types/model.ts';
import { resolveQuestion } from './resolve-question.ts';
import { standaloneQuestion } from './standalone-question.ts';

const CALL: ModelCall = {
  model: 'm',
  purpose: 'rewrite',
  inputTokens: 9,
  outputTokens: 3,
  microCost: undefined,
  fault: undefined,
};
const HISTORY: Question['history'] = [
  { role: 'reader', text: 'How do I configure the gripper?' },
  { role: 'assistant', text: 'The gripper is configured in gripper.yaml.' },
];

function rewriter(question: string | undefined): QuestionRewriter & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async rewrite({ text }) {
      asked.push(text);
      return Promise.resolve({ question, calls: [CALL] });
    },
  };
}

function follow(text: string, rest: Partial<Question> = {}): Question {
  return { text, history: HISTORY, ...rest };
}

test('a question that leans on its history is made complete by the rewriter, and its call is told', async () => {
  const model = rewriter('Where is gripper.yaml of the gripper?');
  const { question, calls } = await resolveQuestion(follow('And where is it?'), model, {});
  expect(question.text).toBe('Where is gripper.yaml of the gripper?');
  expect(question.history).toBe(HISTORY);
  expect(calls).toEqual([CALL]);
});

test('where the rewriter gives nothing the rules do it, and the call is told all the same', async () => {
  const asked = follow('And where is it?');
  const { question, calls } = await resolveQuestion(asked, rewriter(undefined), {});
  expect(question.text).toBe(standaloneQuestion(asked.text, HISTORY));
  expect(question.text).not.toBe(asked.text);
  expect(calls).toEqual([CALL]);
});

test.each<[string, Question]>([
  ['a question that stands alone', follow('How is the camera calibrated?')],
  ['a question without history', { text: 'And where is it?', history: [] }],
  ['a selection', follow('And where is it?', { selection: { text: 'The file is in /etc.' } })],
  [
    'a selection among supplied passages',
    follow('And where is it?', { supplied: { status: 'success', selectionOnly: true, chunks: [] } }),
  ],
])('no call is made for %s', async (_, asked) => {
  const model = rewriter('something else');
  const { question, calls } = await resolveQuestion(asked, model, {});
  expect(question).toEqual(asked);
  expect([model.asked, calls]).toEqual([[], []]);
});

test('a passage that the reader points at is what was spoken of last, and its beginning alone', async () => {
  const about = { text: `The wrist camera. ${'Words about something else. '.repeat(50)}gripper` };
  const { question } = await resolveQuestion({ text: 'How do I start it?', history: [], about }, undefined, {});
  expect(question.text).toContain('wrist camera');
  expect(question.history).toEqual([]);
});
