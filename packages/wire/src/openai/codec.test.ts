import { join } from 'node:path';
import type { AnswerEndpoint } from '../dialect.ts';
import { checkTranscripts } from '../testing/check-transcripts.ts';
import { openaiDialect } from './codec.ts';

checkTranscripts(join(import.meta.dirname, '__fixtures__'), openaiDialect.endpoints[0] as AnswerEndpoint);
