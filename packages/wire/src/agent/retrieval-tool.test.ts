import { IbidError } from '@ibid/core';
import type { Embedder, Question } from '@ibid/core/types';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { checkReply, checkRequest } from '../testing/check-structure.ts';
import {
  decodeToolInput,
  retrievalTool,
  type RetrievalTool,
  type RetrievalToolOptions,
  toolSchemas,
  TUNING_DEFAULTS,
} from './retrieval.ts';
import { smallEngine } from '../testing/small-engine.ts';

const TORQUE = { '/arm/torque': '# Torque\nThe torque of each joint is a topic of its own.' };
const { find } = await smallEngine(TORQUE);
const ticks = [100, 103.5];

function toolOf(parts: Partial<RetrievalToolOptions> = {}): RetrievalTool {
  let calls = 0;
  return retrievalTool({
    find,
    countTokens: (text) => text.split(/\s+/u).length,
    nowIso: () => '2026-01-02T03:04:05.678Z',
    clock: () => ticks[calls++] ?? 0,
    ...parts,
  });
}

const noEmbedding: Embedder['embed'] = () => Promise.reject(new Error('CANARY'));

const tool = toolOf();
const selected = 'Each joint carries a torque sensor that reports at 500 Hz.';
const hit = await toolOf().execute({ query_text: 'At which rate does the torque sensor report?', score_threshold: 0 });
const cut = await toolOf().execute({ query_text: 'At which rate?', selected_text: selected });
const bad = await toolOf().execute({});

checkRequest('C2', 'RetrievalToolInput', {
  schema: tool.parameters,
  decode: decodeToolInput,
  valid: { query_text: 'Which port?', top_k: 2, score_threshold: 0.7, selected_text: selected },
  reads: {
    query_text: (question: Question) => question.text,
    top_k: (question: Question) => question.retrieval?.limit,
    score_threshold: (question: Question) => question.retrieval?.minSimilarity,
    selected_text: (question: Question) => question.selection?.text,
  },
  also: {
    query_text: { minLength: 1, maxLength: 999 },
    top_k: { minimum: 1, maximum: 10 },
    score_threshold: { minimum: 0, maximum: 1 },
  },
});

const [, outputSchema] = toolSchemas(TUNING_DEFAULTS);
checkReply('C2', 'RetrievalToolOutput', outputSchema!);

test.each([
  ['found', hit],
  ['selected', cut],
  ['refused', bad],
])('the output of a search that is %s follows its schema', (_, output) => {
  const schema = z.fromJSONSchema(outputSchema as Parameters<typeof z.fromJSONSchema>[0]);
  expect(schema.safeParse(output).error).toBeUndefined();
});

describe('the retrieval tool', () => {
  it('is called `search_docs` and has a description for agents', () => {
    expect(tool.name).toBe('search_docs');
    expect(tool.description).toMatch(/documentation/u);
    expect(tool.parameters).toMatchObject({ type: 'object', required: ['query_text'] });
  });

  it('takes `null` and blank text for left-out fields (R3)', () => {
    const left = { top_k: null, score_threshold: ' ', selected_text: '' };
    expect(decodeToolInput({ query_text: 'x', ...left })).toEqual(decodeToolInput({ query_text: 'x' }));
  });

  it("finds passages, with the query's vector and the time taken", () => {
    expect(hit).toMatchObject({ success: true, error_message: null, search_time_ms: 3.5 });
    expect(hit.retrieved_chunks.length).toBeGreaterThan(1);
    expect(hit.retrieved_chunks.length).toBeLessThanOrEqual(5);
    expect(hit.total_candidates).toBeGreaterThanOrEqual(hit.retrieved_chunks.length);
    expect(hit.retrieved_chunks[0]).toMatchObject({
      section_heading: 'The arm',
      source_file: 'arm/overview.md',
      content_text: expect.stringContaining(selected),
      retrieved_at: '2026-01-02T03:04:05.678Z',
    });
    const norm = Math.hypot(...hit.query_embedding);
    expect(norm).toBeCloseTo(1, 3);
  });

  it('returns no more than `top_k`, and nothing below `score_threshold` (R8)', async () => {
    const query = { query_text: 'At which rate does the torque sensor report?' };
    const one = await toolOf().execute({ ...query, top_k: 1, score_threshold: 0 });
    expect(one.retrieved_chunks).toEqual(hit.retrieved_chunks.slice(0, 1));
    const scores = hit.retrieved_chunks.map(({ similarity_score }) => similarity_score).sort((a, b) => a - b);
    const least = scores.at(-2)!;
    expect(least).toBeGreaterThan(scores[0]!);
    const above = await toolOf().execute({ ...query, top_k: 10, score_threshold: least });
    expect(above.retrieved_chunks.length).toBeGreaterThan(0);
    expect(above.retrieved_chunks.every(({ similarity_score }) => similarity_score >= least)).toBe(true);
    expect(above.retrieved_chunks.some(({ similarity_score }) => similarity_score === least)).toBe(true);
  });

  it('returns the whole passage that contains a selection (R18)', () => {
    expect(cut.success).toBe(true);
    expect(cut.retrieved_chunks).toEqual([{ ...hit.retrieved_chunks[0], similarity_score: 1 }]);
  });

  it('returns at most `top_k` passages of a long selection, with a warning, and counts only its passages', async () => {
    const selected_text = `${selected} Limits The gripper closes with a force of 40 newtons.`;
    const whole = await toolOf().execute({ query_text: 'explain this', selected_text });
    expect(whole.retrieved_chunks.map(({ chunk_index }) => chunk_index)).toEqual([0, 1]);
    expect(whole).toMatchObject({ total_candidates: 2, warnings: [] });
    const first = await toolOf().execute({ query_text: 'explain this', selected_text, top_k: 1 });
    expect(first.retrieved_chunks).toEqual(whole.retrieved_chunks.slice(0, 1));
    expect(first).toMatchObject({
      total_candidates: 2,
      warnings: ["selection_limited: only the first 1 of the selection's 2 passages are returned; raise `top_k`"],
    });
  });

  it('lists passages by similarity, highest first', () => {
    const scores = hit.retrieved_chunks.map(({ similarity_score }) => similarity_score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('warns if a selection was cut (R5)', async () => {
    const long = await toolOf().execute({ query_text: 'Which port?', selected_text: `${selected} `.repeat(40) });
    expect(long.warnings).toContain('selection_cut: only the first 2000 characters of the selection were used');
  });

  it('succeeds with an empty list if nothing matches', async () => {
    expect(await toolOf().execute({ query_text: 'xyzzy plugh', score_threshold: 1 })).toMatchObject({
      retrieved_chunks: [],
      success: true,
      error_message: null,
    });
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'The input must be a JSON object.'],
    ['no query', {}, '`query_text` is required and must not be blank'],
    ['a blank query', { query_text: ' ' }, '`query_text` is required and must not be blank'],
    [
      'two wrong fields',
      { query_text: 'x', top_k: NaN, score_threshold: -1 },
      '`top_k` must be a whole number from 1 to 10, not NaN; `score_threshold` must be a number from 0 to 1, not -1',
    ],
  ])('explains what is wrong with %s, without searching', async (_, input, message) => {
    let searches = 0;
    const counted = toolOf({
      find: async (question, options) => {
        searches += 1;
        return find(question, options);
      },
    });
    expect(await counted.execute(input)).toEqual({
      retrieved_chunks: [],
      query_embedding: [],
      search_time_ms: 3.5,
      total_candidates: 0,
      success: false,
      error_message: message,
      warnings: [],
    });
    expect(searches).toBe(0);
  });

  it.each<[string, unknown, string]>([
    [
      'a broken index',
      new IbidError('INDEX_DAMAGED', '/srv/ibid/CANARY.db is malformed'),
      'The index must be repaired by its owner.',
    ],
    ['a refused request', new IbidError('INVALID_REQUEST', 'CANARY'), 'The request cannot be read.'],
    ['a foreign error', new TypeError('CANARY is not a function'), 'Something went wrong on the server.'],
    ['anything else', 'CANARY', 'Something went wrong on the server.'],
  ])('reports %s with a sentence that reveals nothing about the machine', async (_, error, message) => {
    const broken = toolOf({ find: () => Promise.reject(error as Error) });
    const output = await broken.execute({ query_text: 'Which port?' });
    expect(output).toMatchObject({ success: false, error_message: message, retrieved_chunks: [], search_time_ms: 3.5 });
    expect(JSON.stringify(output)).not.toContain('CANARY');
  });

  it('compares by words alone while the embedder fails, with the default threshold as with the same given one (R8)', async () => {
    const words = toolOf({ find: (await smallEngine(TORQUE, noEmbedding)).find });
    const query_text = 'torque sensor';
    const found = await words.execute({ query_text });
    expect(found).toMatchObject({ success: true, query_embedding: [], error_message: null });
    expect(found.warnings).toContainEqual(expect.stringMatching(/^vector_leg_missing: /u));
    expect(JSON.stringify(found)).not.toContain('CANARY');
    expect(found.retrieved_chunks).toMatchObject([{ similarity_score: 1 }]);
    expect((await words.execute({ query_text, score_threshold: 0.5 })).retrieved_chunks).toEqual(
      found.retrieved_chunks,
    );
    const all = await words.execute({ query_text, score_threshold: 0 });
    expect(all.retrieved_chunks.map(({ similarity_score }) => similarity_score)).toEqual([1, 0.422211]);
  });

  it('does not succeed if the embedder failed and nothing was found without it (R9)', async () => {
    const words = toolOf({ find: (await smallEngine(TORQUE, noEmbedding)).find });
    expect(await words.execute({ query_text: 'torque gripper', score_threshold: 1 })).toMatchObject({
      retrieved_chunks: [],
      success: false,
      error_message: 'The embedder did not answer, so hits were found by words alone.',
    });
  });

  it('rejects with ABORTED, and with nothing else, if it is stopped', async () => {
    const inside = new IbidError('ABORTED', 'The search was stopped.');
    await expect(toolOf({ find: () => Promise.reject(inside) }).execute({ query_text: 'Which port?' })).rejects.toBe(
      inside,
    );
    const stopped = AbortSignal.abort();
    const stubborn = toolOf({ find: () => Promise.reject(new TypeError('socket closed')) });
    for (const each of [toolOf(), stubborn]) {
      await expect(each.execute({ query_text: 'Which port?' }, { signal: stopped })).rejects.toSatisfy((error) =>
        IbidError.is(error, 'ABORTED'),
      );
    }
  });
});
