import type { Lookup } from '@ibid/core/types';
import * as fc from 'fast-check';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answerRuns } from '../testing/answer-runs.ts';
import { checkTranscripts } from '../testing/check-transcripts.ts';
import { describeDialect } from '../testing/describe-dialect.ts';
import { parseFrames } from '../testing/parse-frames.ts';
import { nativeSubject } from '../testing/subjects.ts';
import { requestOf } from '../testing/endpoint-parts.ts';
import { testContext } from '../testing/test-context.ts';
import feedbackRequest from './__fixtures__/feedback/request.json' with { type: 'json' };
import feedbackReply from './__fixtures__/feedback/response.json' with { type: 'json' };
import lookup from './__fixtures__/search/lookup.json' with { type: 'json' };
import searchReply from './__fixtures__/search/response.json' with { type: 'json' };
import { feedbackEndpoint, searchEndpoint } from './codec.ts';

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

it('the replies to a search and to feedback stay as recorded', () => {
  expect(searchEndpoint.encode(lookup as Lookup, testContext())).toEqual(searchReply);
  const decoded = feedbackEndpoint.decode(requestOf(feedbackRequest));
  const requestId = decoded.kind === 'ok' ? decoded.value.requestId : '';
  expect(feedbackEndpoint.encode({ requestId, isKnown: true }, testContext())).toEqual(feedbackReply);
});
