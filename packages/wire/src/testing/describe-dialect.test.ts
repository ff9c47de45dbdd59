/** Tests the dialect test suite itself: it finds an error planted in a reply, in a failure and in a request. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AnswerEndpoint } from '../dialect.ts';
import { encodeFailure } from '../shared/failures.ts';
import { nativeSubject } from './subjects.ts';
import { answerRuns } from './answer-runs.ts';
import { failureFindings } from './failure-findings.ts';
import { requestFindings } from './request-checks.ts';
import { runChecks } from './run-checks.ts';

const SEED = { seed: 7, numRuns: 150 };
const sound = nativeSubject.endpoint;

it('detects a citation that is left out', () => {
  const encodeAnswer: AnswerEndpoint['encodeAnswer'] = ({ answer, passages }, context) =>
    sound.encodeAnswer({ answer: { ...answer, citations: answer.citations.slice(1) }, passages }, context);
  const checks = runChecks({ ...nativeSubject, endpoint: { ...sound, encodeAnswer } });
  const samples = { wild: fc.sample(answerRuns('wild'), SEED), plain: fc.sample(answerRuns('plain'), SEED) };
  const failed = checks
    .filter(({ runs, find }) => samples[runs].some((run) => find(run).length > 0))
    .map(({ title }) => title);
  expect(failed).toEqual([
    'the last frame is the JSON reply, or the failure body',
    'has the citations of all vocabularies',
  ]);
});

/** Tells the owner's message. */
const failureBody: AnswerEndpoint['failureBody'] = (failure, context) => ({
  ...(encodeFailure(failure, context, sound).body as object),
  message: failure.message,
});

it("detects a failure that reveals the owner's message", () => {
  expect(failureFindings({ failureBody })).toContain('INTERNAL tells what is for the owner');
});

it('detects a refusal without reasons', () => {
  const endpoint: AnswerEndpoint = { ...sound, decode: () => ({ kind: 'invalid', issues: [] }) };
  expect(requestFindings({ ...nativeSubject, endpoint }, {})).toEqual(['refuses without a reason']);
});
