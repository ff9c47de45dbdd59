import { join } from 'node:path';
import { foldAnswer } from '@ibid/core';
import type { Engine } from '@ibid/core/types';
import type { z } from 'zod';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallEngine } from '../testing/small-engine.ts';
import { replySchemaOf } from '../testing/endpoint-parts.ts';
import { answerSubject, type AnswerReply } from '../testing/subjects.ts';
import { statementText } from '../shared/replies.ts';
import { retrieveEndpoint } from './codec.ts';
import { openStages, type StageReply, type Stages } from '../testing/stages.ts';

const bundleReplySchema = replySchemaOf(retrieveEndpoint) as z.ZodType<BundleReply>;
const replySchema = replySchemaOf(answerSubject.endpoint) as z.ZodType<AnswerReply>;

interface BundleReply {
  readonly status: string;
  readonly total_tokens: number;
  readonly generation: number;
  readonly query_embedding?: readonly number[] | null;
  readonly warnings: readonly string[];
  readonly chunks: readonly {
    readonly chunk_id: string;
    readonly source_url: string;
    readonly content: string;
    readonly token_count: number;
    readonly relevance_score: number;
    readonly rank_score: number;
  }[];
}

const PORT = 'Which port does the controller listen on?';
const SELECTED = 'The controller listens on port 7420.';

let engine: Engine;
let stages: Stages;
beforeAll(async () => {
  engine = await smallEngine();
  stages = openStages(engine);
});

async function bundleOf(body: unknown): Promise<BundleReply> {
  const { status, text } = await stages.retrieve(body);
  expect(status).toBe(200);
  return bundleReplySchema.parse(JSON.parse(text));
}

/** Puts the exact bytes of a retrieval into a request. */
async function answerFrom(bytes: string, rest: object): Promise<AnswerReply> {
  const { status, text } = await stages.answer(
    JSON.parse(`${JSON.stringify(rest).slice(0, -1)},"context_bundle":${bytes}}`),
  );
  expect(status).toBe(200);
  return replySchema.parse(JSON.parse(text));
}

const inFile = ({ status, text }: StageReply): string =>
  `${JSON.stringify({ status, headers: {}, body: JSON.parse(text) as unknown }, null, 2)}\n`;

describe('the reply of a retrieval', () => {
  it.each(['retrieve', 'retrieve-selection'])('%s stays as recorded', async (name) => {
    const folder = join(import.meta.dirname, '__fixtures__', name);
    const { default: request } = (await import(join(folder, 'request.json'), { with: { type: 'json' } })) as {
      default: unknown;
    };
    await expect(inFile(await stages.retrieve(request))).toMatchFileSnapshot(join(folder, 'response.json'));
  });

  it('is the bundle of an answer, byte for byte, and gives the same answer as a question', async () => {
    const direct = await Array.fromAsync(engine.ask({ text: PORT, history: [], retrieval: { limit: 5 } }));
    const end = direct.at(-1)!;
    if (end.type !== 'run-end') throw new Error('The control failed.');
    const { text } = await stages.retrieve({ query: PORT });
    const reply = await answerFrom(text, { query: PORT, mode: 'global' });
    expect(reply).toEqual({
      answer: `${end.answer.statements.map(statementText).join(' ')} [1]`,
      citations: [
        {
          chunk_id: end.answer.citations[0]!.chunkId,
          source_url: 'https://docs.example.org/arm/install',
          section: 'Configure the port',
          anchor: 'configure-the-port',
          quotes: end.answer.citations.map(({ quote }) => quote),
        },
      ],
      used_chunks: [end.answer.citations[0]!.chunkId],
      status: 'answered',
      warnings: null,
    });
  });

  it('lists passages by similarity, while answers use their rank', async () => {
    const questions = [
      PORT,
      'How long does the controller wait?',
      'torque sensor of each joint',
      'What needs kernel 6.8?',
      'How is the motor power cut?',
      'the driver',
    ];
    let reordered = 0;
    for (const query of questions) {
      const { text } = await stages.retrieve({ query, top_k: 10, score_threshold: 0 });
      const { chunks } = bundleReplySchema.parse(JSON.parse(text));
      const listed = chunks.toSorted(
        (a, b) => b.relevance_score - a.relevance_score || (a.chunk_id < b.chunk_id ? -1 : 1),
      );
      expect(chunks).toEqual(listed);
      const ranked = chunks.toSorted((a, b) => b.rank_score - a.rank_score);
      if (ranked.some((chunk, place) => chunk !== chunks[place])) reordered += 1;
      const retrieval = { limit: 10, minSimilarity: 0 };
      const direct = await foldAnswer(engine.ask({ text: query, history: [], retrieval }));
      const reply = await answerFrom(text, { query, mode: 'global' });
      expect(reply.used_chunks).toEqual([...new Set(direct.citations.map(({ chunkId }) => chunkId))]);
      expect(reply.citations.flatMap(({ quotes }) => quotes).toSorted()).toEqual(
        direct.citations.map(({ quote }) => quote).toSorted(),
      );
    }
    // Control: ordering by similarity and by rank must differ.
    expect(reordered).toBeGreaterThan(0);
  });

  it('counts the tokens of a selection outside the index', async () => {
    const bundle = await bundleOf({ query: 'When does it open?', selected_text: 'The blue valve opens at noon.' });
    expect(bundle).toMatchObject({ chunks: [{ token_count: 6 }], total_tokens: 6 });
  });

  it('has equal bytes for equal requests, and so has its answer (R15)', async () => {
    const again = openStages(await smallEngine());
    for (const body of [
      { query: PORT },
      { query: 'motor', selected_text: SELECTED },
      { query: 'walrus', debug: true },
    ]) {
      const [one, other] = [await stages.retrieve(body), await again.retrieve(body)];
      expect(other.text).toBe(one.text);
      const asks = { query: body.query, mode: 'global', context_bundle: JSON.parse(one.text) as unknown };
      expect((await again.answer(asks)).text).toBe((await stages.answer(asks)).text);
    }
  });

  it('is `partial` if a budget left passages out, and `warnings` says so (R9)', async () => {
    const bundle = await bundleOf({ query: PORT, max_tokens: 30, score_threshold: 0 });
    expect(bundle.status).toBe('partial');
    expect(bundle.warnings.join()).toMatch(/budget: \d+ hits were left out/u);
    expect(bundle.total_tokens).toBeLessThanOrEqual(30);
    const reply = await answerFrom(JSON.stringify(bundle), { query: PORT, mode: 'global' });
    expect(reply.status).toBe('answered');
    expect(reply.warnings!.join()).toMatch(/^partial_context: /u);
  });

  it('is `no_matches` if nothing matches, and its answer is insufficient', async () => {
    const bundle = await bundleOf({ query: PORT, source_url_constraint: '/no/such/page' });
    expect(bundle).toMatchObject({ status: 'no_matches', chunks: [], total_tokens: 0 });
    expect(bundle.warnings.join()).toMatch(/scope_empty/u);
    const reply = await answerFrom(JSON.stringify(bundle), { query: PORT, mode: 'global' });
    expect(reply).toMatchObject({ status: 'insufficient_context', citations: [], used_chunks: [] });
  });

  it("has the question's vector only on request (R10), and is a valid bundle with it", async () => {
    expect(await bundleOf({ query: PORT })).not.toHaveProperty('query_embedding');
    const { text } = await stages.retrieve({ query: PORT, debug: true });
    const { query_embedding } = JSON.parse(text) as BundleReply;
    expect(query_embedding!.length).toBeGreaterThan(3);
    expect((await answerFrom(text, { query: PORT, mode: 'global' })).warnings).toBeNull();
  });
});

describe('a selection (R14)', () => {
  it('comes with the whole passages that contain it, and answers come from it alone', async () => {
    const { text } = await stages.retrieve({ query: 'Which port is it?', selected_text: SELECTED });
    const bundle = JSON.parse(text) as BundleReply;
    expect(bundle).toMatchObject({ mode: 'selected_text_only', status: 'success', selected_text: SELECTED });
    expect(bundle.chunks.map(({ content }) => content)).toEqual([
      `${SELECTED} Set another one in /etc/arm/config.yaml.`,
    ]);
    const reply = await answerFrom(text, { query: 'Which port is it?', mode: 'selected_text_only' });
    expect(reply).toMatchObject({ status: 'answered', answer: `${SELECTED} [1]`, warnings: null });
    const more = await answerFrom(text, {
      query: 'Set another port in /etc/arm/config.yaml?',
      mode: 'selected_text_only',
    });
    expect(more).toMatchObject({ status: 'refused', citations: [] });
    expect(JSON.stringify(more)).not.toContain('config.yaml');
  });

  it('is not the only source in the global mode', async () => {
    const { text } = await stages.retrieve({
      query: 'Set another port in /etc/arm/config.yaml?',
      selected_text: SELECTED,
    });
    const reply = await answerFrom(text, { query: 'Set another port in /etc/arm/config.yaml?', mode: 'global' });
    expect(reply.answer).toContain('config.yaml');
  });

  it('outside the index is a passage of its own, quoted with a warning (R18)', async () => {
    const { text } = await stages.retrieve({
      query: 'When does it open?',
      selected_text: 'The blue valve opens at noon.',
    });
    const bundle = bundleReplySchema.parse(JSON.parse(text));
    expect(bundle.chunks.map(({ source_url }) => source_url)).toEqual(['selected_text']);
    expect(bundle.warnings.join()).toMatch(/selection_not_located/u);
    const reply = await answerFrom(text, { query: 'When does it open?', mode: 'selected_text_only' });
    expect(reply).toMatchObject({ status: 'answered', answer: 'The blue valve opens at noon. [1]' });
    expect(reply.warnings!.join()).toMatch(/unverified_context/u);
  });

  it('is refused if the budget cut it from the bundle', async () => {
    const selected = `Each joint carries a torque sensor that reports at 500 Hz. Limits The gripper closes with a force of 40 newtons.`;
    const { text } = await stages.retrieve({ query: 'explain this', selected_text: selected, max_tokens: 25 });
    expect(JSON.parse(text)).toMatchObject({ status: 'partial', warnings: ['budget: 1 passages were left out'] });
    const reply = await answerFrom(text, { query: 'explain this', mode: 'selected_text_only' });
    expect(reply).toMatchObject({ status: 'refused', citations: [] });
  });
});

it('refuses a forged bundle with 422, naming the passage', async () => {
  const { text: bytes } = await stages.retrieve({ query: PORT, score_threshold: 0 });
  const bundle = JSON.parse(bytes) as { chunks: { chunk_id: string; content: string }[] };
  const body = { query: PORT, mode: 'global', context_bundle: bundle };
  expect((await stages.answer(body)).status).toBe(200);
  bundle.chunks[0]!.content = 'The controller listens on port 6666.';
  const { status, text } = await stages.answer(body);
  expect(status).toBe(422);
  const failure = JSON.parse(text) as { code: string; message: string };
  expect(failure.code).toBe('CONTEXT_REFUSED');
  expect(failure.message).toContain(bundle.chunks[0]!.chunk_id);
});
