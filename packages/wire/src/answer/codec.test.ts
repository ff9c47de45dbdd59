import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AnswerEndpoint, HealthEndpoint } from '../dialect.ts';
import { checkStructure } from '../testing/check-structure.ts';
import { checkTranscripts, transcriptsIn } from '../testing/check-transcripts.ts';
import { describeDialect } from '../testing/describe-dialect.ts';
import { testContext } from '../testing/test-context.ts';
import answeredRequest from './__fixtures__/answered/request.json' with { type: 'json' };
import { answerDialect } from './codec.ts';
import { questionDecoder, replySchemaOf } from '../testing/endpoint-parts.ts';
import { answerSubject, type AnswerReply } from '../testing/subjects.ts';

const decode = questionDecoder(answerDialect);
const { description } = answerSubject.endpoint;
const folder = join(import.meta.dirname, '__fixtures__');

checkTranscripts(folder, answerSubject.endpoint);
describeDialect('answer', answerSubject);

checkStructure('C3', 'AgentInput', {
  request: {
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
  },
});

interface Listed {
  readonly chunk_id: string;
}

function read<T>(name: string, file: string): T {
  return JSON.parse(readFileSync(join(folder, name, file), 'utf8')) as T;
}

/** Every recorded reply, with the ids of its bundle. */
const samples = transcriptsIn(folder).flatMap((name) => {
  const { status, body } = read<{ readonly status: number; readonly body: AnswerReply }>(name, 'response.json');
  const bundle = read<{ context_bundle: Record<string, readonly Listed[]> }>(name, 'request.json').context_bundle;
  const chunks = bundle['chunks'] ?? bundle['retrieved_chunks'] ?? [];
  return status === 200 ? [{ name, body, chunkIds: chunks.map(({ chunk_id }) => chunk_id) }] : [];
});
checkStructure('C3', 'AgentOutput', { reply: { schema: description.reply(), samples } });
checkStructure('C3', 'ChunkReference', {
  reply: {
    schema: undefined,
    samples: samples.flatMap(({ name, body, chunkIds }) =>
      body.citations.map((citation, index) => ({ name: `${name} ${index + 1}`, body: citation, chunkIds })),
    ),
  },
});

describe('answer pins', () => {
  it('takes bundles of one mebibyte', () => {
    const answers = answerDialect.endpoints.filter((one): one is AnswerEndpoint => one.kind === 'answer');
    expect(answers.map(({ maxBodyBytes }) => maxBodyBytes)).toEqual([1_048_576, 1_048_576]);
  });
});

describe('answer health', () => {
  const endpoints = answerDialect.endpoints.filter((one): one is HealthEndpoint => one.kind === 'health');

  it.each(endpoints)('$path stays as recorded', async (endpoint) => {
    const reply = endpoint.encode(new Map(endpoint.needs.map((part) => [part, true])), testContext());
    expect(replySchemaOf(endpoint).parse(reply.body)).toEqual(reply.body);
    await expect(`${JSON.stringify(reply, null, 2)}\n`).toMatchFileSnapshot(join(folder, 'health', 'response.json'));
  });
});
