import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkReply, checkRequest } from '../testing/check-structure.ts';
import { checkTranscripts } from '../testing/check-transcripts.ts';
import { describeDialect } from '../testing/describe-dialect.ts';
import { askSubject } from '../testing/subjects.ts';
import { askDialect } from './codec.ts';
import { questionDecoder } from '../testing/endpoint-parts.ts';

const decode = questionDecoder(askDialect);
const folder = join(import.meta.dirname, '__fixtures__');
const { description } = askSubject.endpoint;

checkTranscripts(folder, askSubject.endpoint);
describeDialect('ask', askSubject);

const aliases = {
  query: ['query_text'],
  source_url_constraint: ['filter_url'],
  selected_text_constraint: ['selected_text'],
};
const request = {
  schema: description.request!(),
  decode: (body: unknown) => decode(body),
  valid: {
    query: 'What is ROS 2?',
    source_url_constraint: 'https://docs.example.org/guide',
    section_constraint: 'Nodes',
    selected_text_constraint: 'ROS 2 is a framework.',
  },
  aliases,
  also: {
    query: { maxLength: 2_000 },
    section_constraint: { maxLength: 500 },
    selected_text_constraint: { maxLength: 5_000 },
  },
};
const { selected_text_constraint: _, ...validWithoutSelection } = request.valid;
const { selected_text_constraint: __, ...boundsWithoutSelection } = request.also;

checkRequest('C0', 'FrontendRequest', request);
checkReply('C0', 'FrontendResponse', description.reply());
checkRequest('C1', 'AgentRequest', { ...request, valid: validWithoutSelection, also: boundsWithoutSelection });
checkReply('C1', 'AgentResponse', description.reply());

describe('ask', () => {
  it('replies contain no id of a chunk, run or request', () => {
    for (const name of readdirSync(folder).filter((one) => one !== 'failed')) {
      const reply200 = readFileSync(join(folder, name, 'response.json'), 'utf8');
      const stream = readFileSync(join(folder, name, 'stream.txt'), 'utf8');
      expect(reply200 + stream).not.toMatch(/[\da-f]{16}|run-|req-1|chunk|p1/u);
    }
  });
});
