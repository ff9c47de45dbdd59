import * as fc from 'fast-check';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answerRuns } from '../testing/answer-runs.ts';
import { checkTranscripts } from '../testing/check-transcripts.ts';
import { describeDialect } from '../testing/describe-dialect.ts';
import { parseFrames } from '../testing/parse-frames.ts';
import { nativeSubject } from '../testing/subjects.ts';
import { testContext } from '../testing/test-context.ts';

checkTranscripts(join(import.meta.dirname, '__fixtures__'), nativeSubject.endpoint);
describeDialect('native', nativeSubject);

it('the stream has one frame for each event, by its name and in order', () => {
  fc.assert(
    fc.property(answerRuns('wild'), ({ events }) => {
      const encoder = nativeSubject.endpoint.createStreamEncoder(testContext());
      const frames = parseFrames(events.flatMap((event) => encoder.encode(event)).join(''));
      expect(frames.map(({ event }) => event)).toEqual(events.map(({ type }) => type));
    }),
  );
});
