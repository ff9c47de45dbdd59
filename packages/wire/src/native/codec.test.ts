import { join } from 'node:path';
import { checkTranscripts } from '../testing/check-transcripts.ts';
import { describeDialect } from '../testing/describe-dialect.ts';
import { nativeSubject } from '../testing/subjects.ts';

checkTranscripts(join(import.meta.dirname, '__fixtures__'), nativeSubject.endpoint);
describeDialect('native', nativeSubject);
