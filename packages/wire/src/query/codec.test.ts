import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../dialect.ts';
import { checkReply, checkRequest } from '../testing/check-structure.ts';
import { checkTranscripts } from '../testing/check-transcripts.ts';
import { describeDialect } from '../testing/describe-dialect.ts';
import contradiction from './__fixtures__/contradiction/response.json' with { type: 'json' };
import procedure from './__fixtures__/procedure/response.json' with { type: 'json' };
import { queryDialect } from './codec.ts';
import { questionDecoder } from '../testing/endpoint-parts.ts';
import { querySubject } from '../testing/subjects.ts';

const decode = questionDecoder(queryDialect);
const { description } = querySubject.endpoint;

checkTranscripts(join(import.meta.dirname, '__fixtures__'), querySubject.endpoint);
describeDialect('query', querySubject);

checkRequest('C4', 'QueryRequestBody', {
  schema: description.request!(),
  decode: (body) => decode(body),
  valid: { query: 'What?', top_k: 7, selected_text: 'A passage.', filter_url: '/docs/intro' },
  reads: { top_k: ({ question }) => question.retrieval?.limit },
  aliases: {
    query: ['query_text'],
    filter_url: ['source_url_constraint'],
    selected_text: ['selected_text_constraint'],
  },
  also: { query: { maxLength: 2_000 }, top_k: { minimum: 1, maximum: 10 }, selected_text: { maxLength: 5_000 } },
});
// The document requires a number for the similarity, but it is `null` here if none was measured.
const asWritten = JSON.parse(
  JSON.stringify(description.reply(), (key, value: unknown) => (key === 'score' ? { type: 'number' } : value)),
) as JsonSchema;
checkReply('C4', 'QueryResponseBody', asWritten);

describe('query', () => {
  it('numbers footnotes by source: quotes of one passage share a number (R13)', () => {
    expect(procedure.body.sources).toHaveLength(1);
    expect(new Set(procedure.body.answer.match(/\[\d+\]/gu))).toEqual(new Set(['[1]']));
    expect(procedure.body.sources[0]!.quotes).toHaveLength(9);
    expect(contradiction.body.answer.match(/\[\d+\]/gu)).toEqual(['[1]', '[2]']);
    expect(contradiction.body.sources).toHaveLength(2);
  });
});
