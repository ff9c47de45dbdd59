import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AnswerEndpoint, HealthEndpoint } from '../dialect.ts';
import { checkReply, checkRequest } from '../testing/check-structure.ts';
import { checkTranscripts, transcriptsIn } from '../testing/check-transcripts.ts';
import { describeDialect } from '../testing/describe-dialect.ts';
import { testContext } from '../testing/test-context.ts';
import answeredRequest from './__fixtures__/answered/request.json' with { type: 'json' };
import { answerDialect } from './codec.ts';
import { questionDecoder } from '../testing/endpoint-parts.ts';
import { answerSubject, type AnswerReply } from '../testing/subjects.ts';

const decode = questionDecoder(answerDialect);
const { description } = answerSubject.endpoint;
const folder = join(import.meta.dirname, '__fixtures__');

checkTranscripts(folder, answerSubject.endpoint);
describeDialect('answer', answerSubject);

checkRequest('C3', 'AgentInput', {
  schema: description.request!(),
  decode: (body) => decode(body),
  valid: { ...answeredRequest, mode: 'selected_text_only', selected_text: 'The controller listens on port 7420.' },
  reads: {
    query: ({ question }) => question.text,
    mode: ({ question }) => (question.supplied?.selectionOnly === true ? 'selected_text_only' : 'global'),
  },
  aliases: { query: ['query_text'] },
  metBy: (field, value) =>
    field === 'context_bundle' && value !== undefined && value !== null ? 'refused' : 'invalid',
  also: { query: { maxLength: 2_000 } },
});
checkReply('C3', 'AgentOutput', description.reply());

interface Listed {
  readonly chunk_id: string;
}

function read<T>(name: string, file: string): T {
  return JSON.parse(readFileSync(join(folder, name, file), 'utf8')) as T;
}

it.each(transcriptsIn(folder))('%s: every cited chunk is in the bundle, and an answer has a text', (name) => {
  const { status, body } = read<{ readonly status: number; readonly body: AnswerReply }>(name, 'response.json');
  const bundle = read<{ context_bundle: Record<string, readonly Listed[]> }>(name, 'request.json').context_bundle;
  const given = (bundle['chunks'] ?? bundle['retrieved_chunks'] ?? []).map(({ chunk_id }) => chunk_id);
  if (status !== 200) return;
  const cited = body.citations.map(({ chunk_id }) => chunk_id);
  expect([...cited, ...body.used_chunks].filter((id) => !given.includes(id))).toEqual([]);
  expect(cited.length > 0 && body.answer !== '').toBe(body.status === 'answered');
});

it('a bundle may have one mebibyte', () => {
  const answers = answerDialect.endpoints.filter((one): one is AnswerEndpoint => one.kind === 'answer');
  expect(answers.map(({ maxBodyBytes }) => maxBodyBytes)).toEqual([1_048_576, 1_048_576]);
});

it.each(answerDialect.endpoints.filter((one): one is HealthEndpoint => one.kind === 'health'))(
  '$path stays as recorded',
  async (endpoint) => {
    const reply = endpoint.encode(new Map(endpoint.needs.map((part) => [part, true])), testContext());
    await expect(`${JSON.stringify(reply, null, 2)}\n`).toMatchFileSnapshot(join(folder, 'health', 'response.json'));
  },
);
