import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StreamEncoder } from '../dialect.ts';
import { answerRuns, type AnswerRun } from '../testing/answer-runs.ts';
import { parseFrames } from '../testing/parse-frames.ts';
import { testContext } from '../testing/test-context.ts';
import { contractDocument } from '../testing/contracts/contract-fields.ts';
import { answerSubject } from '../testing/subjects.ts';

/** Returns the problems with the states in a run's stream. */
function findings(run: AnswerRun, encoder: StreamEncoder): readonly string[] {
  const frames = parseFrames(run.events.flatMap((event) => encoder.encode(event)).join(''));
  const names = frames.map(({ event, data }) => (event === 'state' ? (data as { state: string }).state : event));
  const states = names.filter((_, index) => frames[index]!.event === 'state');
  const { transitions = [] } = contractDocument('C3');
  const order = [transitions[0]!.from, ...transitions.map(({ to }) => to)];
  const found: string[] = [];
  if (states.join() !== order.slice(0, states.length).join()) found.push(`the states are ${states.join()}`);
  if (names[0] !== 'Idle') found.push(`begins with ${names[0]}`);
  const firstToken = names.indexOf('token');
  if (firstToken >= 0 && names[firstToken - 1] !== 'Generating') found.push('a token comes before `Generating`');
  if (names.lastIndexOf('token') > names.indexOf('Complete') && names.includes('Complete'))
    found.push('a token comes after `Complete`');
  const complete = run.answer !== undefined;
  if (names.includes('Complete') !== complete)
    found.push(complete ? 'never `Complete`' : '`Complete` although it failed');
  if (complete && names.at(-2) !== 'Complete') found.push('`Complete` does not come right before `final`');
  return found;
}

const create = (): StreamEncoder => answerSubject.endpoint.createStreamEncoder(testContext());

it('every run reaches the states of the document in order, each at most once', () => {
  let failed = 0;
  fc.assert(
    fc.property(answerRuns('wild'), (run) => {
      if (run.answer === undefined) failed += 1;
      expect(findings(run, create())).toEqual([]);
    }),
  );
  expect(failed).toBeGreaterThan(5);
});

/** A faulty encoder that sends `Complete` even after a failed run. */
function faulty(): StreamEncoder {
  const encoder = create();
  const complete = 'event: state\ndata: {"state":"Complete"}\n\n';
  return {
    ...encoder,
    encode: (event) => (event.type === 'run-error' ? [complete, ...encoder.encode(event)] : encoder.encode(event)),
  };
}

it('control: an encoder that sends `Complete` at every end is detected', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(answerRuns('wild'), (run) => {
      for (const finding of findings(run, faulty())) seen.add(finding);
    }),
  );
  expect(seen).toContain('`Complete` although it failed');
});
