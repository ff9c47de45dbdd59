import { join } from 'node:path';
import type { Answer, Chunk, Passage, Warning } from '@ibid/core/types';
import { describe, expect, it } from 'vitest';
import { recordedEvents } from '../testing/check-transcripts.ts';
import { endpointOf } from '../testing/endpoint-parts.ts';
import { testContext } from '../testing/test-context.ts';
import type { AgentReply } from '../testing/subjects.ts';
import { agentDialect } from './codec.ts';
import { keptPassage } from './retrieval.ts';

const DEAF = { code: 'vector_leg_missing', text: 'the embedder did not answer, so hits were found by words alone' };
const SENTENCE = 'The embedder did not answer, so hits were found by words alone.';

const events = recordedEvents(join(import.meta.dirname, '__fixtures__'), 'answered');
const end = events.find((event) => event.type === 'run-end')!;
const found = events.find((event) => event.type === 'retrieval-end')!;

function told(passages: readonly Passage[], warnings: readonly Warning[]): Partial<AgentReply> {
  const answer: Answer = { ...end.answer, warnings };
  const { retrieval_success, error_message } = endpointOf(agentDialect.endpoints, 'answer').encodeAnswer(
    { answer, passages },
    testContext(),
  ).body as AgentReply;
  return { retrieval_success, error_message };
}

describe("a reply's report on its retrieval (R9)", () => {
  it('is empty if every part answered, whether passages were found or not', () => {
    const fine = { retrieval_success: true, error_message: null };
    expect(told(found.passages, [{ code: 'budget', text: '3 hits were left out' }])).toEqual(fine);
    expect(told([], [{ code: 'below_threshold', text: '5 of 5 candidates are less similar' }])).toEqual(fine);
  });

  it('names an embedder that did not answer, beside passages found by words', () => {
    expect(told(found.passages, [DEAF])).toEqual({ retrieval_success: true, error_message: SENTENCE });
  });

  it('names a failed model, but not an exhausted budget', () => {
    const unavailable = { code: 'model_unavailable', text: 'the model could not be reached' };
    expect(told(found.passages, [unavailable])).toEqual({
      retrieval_success: true,
      error_message: 'The model could not be reached.',
    });
    const overBudget = { code: 'model_over_budget', text: 'the budget for models allows no further call' };
    expect(told(found.passages, [overBudget])).toMatchObject({ error_message: null });
  });

  it('is no success if the embedder did not answer and nothing usable was found', () => {
    const warnings = [DEAF, { code: 'below_threshold', text: '5 of 5 candidates are less similar' }];
    expect(told([], warnings)).toEqual({ retrieval_success: false, error_message: SENTENCE });
  });

  it('is a success if the requested page does not exist', () => {
    const warnings = [
      DEAF,
      { code: 'scope_empty', text: 'no indexed page or section matches the scope of the question' },
    ];
    expect(told([], warnings)).toEqual({ retrieval_success: true, error_message: SENTENCE });
  });
});

const chunk = { id: 'a', text: 'The gripper closes with a force of 40 newtons.', tokens: 77 } as Chunk; // all other fields are copied
const kept = (parts: Partial<Passage>): unknown => {
  const { text, tokens } = keptPassage({ label: 'p1', chunk, score: 0.5, similarity: 0.5, ...parts }, testContext());
  return { text, tokens };
};

it('a passage of the index has the token count of the index', () => {
  expect(kept({})).toEqual({ text: chunk.text, tokens: 77 });
  // A scope can include passages that share nothing with the question.
  expect(kept({ score: 0, similarity: 0 })).toEqual({ text: chunk.text, tokens: 77 });
});

it('a partly selected passage is returned whole; the tokens of a selection outside the index are counted', () => {
  const window = { start: 4, end: 18 };
  expect(kept({ score: 0, similarity: 1, window })).toEqual({ text: chunk.text, tokens: 77 });
  expect(kept({ score: 0, similarity: 1 })).toEqual({ text: chunk.text, tokens: 9 });
});
