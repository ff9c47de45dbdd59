import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkTranscripts } from '../testing/check-transcripts.ts';
import { describeDialect } from '../testing/describe-dialect.ts';
import { nativeDialect } from './codec.ts';
import { nativeSubject } from './native-subject-fixture.ts';

checkTranscripts(join(import.meta.dirname, '__fixtures__'), nativeSubject.endpoint);
describeDialect('native', nativeSubject);

it('the native dialect has these endpoints', () => {
  expect(nativeDialect.endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/ask',
    'POST /api/ask/stream',
    'GET /api/search',
    'POST /api/feedback',
  ]);
});
