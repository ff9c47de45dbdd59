import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { smallEngine } from '../testing/small-engine.ts';
import { replySchemaOf } from '../testing/endpoint-parts.ts';
import { answerSubject, type AnswerReply } from '../testing/subjects.ts';
import { openStages, type Stages } from '../testing/stages.ts';

const replySchema = replySchemaOf(answerSubject.endpoint) as z.ZodType<AnswerReply>;

let stages: Stages;
beforeAll(async () => {
  stages = openStages(await smallEngine());
});

const words = fc.array(
  fc.constantFrom('tide', 'gauge', 'Brest', 'is', 'the', 'port', 'not', '7420', '\n\n', '- ', '| ', '🦜'),
  {
    minLength: 1,
    maxLength: 12,
  },
);
const content = fc.oneof(
  { weight: 30, arbitrary: words.map((all) => `${all.join(' ')}.`) },
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const chunk = fc.record(
  {
    chunk_id: fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'p1'), fc.string({ minLength: 1, maxLength: 4 })),
    source_url: fc.oneof(
      { weight: 30, arbitrary: fc.constantFrom('https://docs.example.org/x', 'notes/x.md', '//host/x') },
      fc.constant('javascript:alert(1)'),
    ),
    content,
    section: fc.constantFrom(null, '', 'Tides'),
    chapter: fc.constantFrom(null, 'Notes'),
    anchor: fc.constantFrom('', '"><script>'),
    relevance_score: fc.oneof(fc.double({ noNaN: true }), fc.constant(null)),
  },
  { requiredKeys: ['chunk_id', 'source_url', 'content'] },
);
const bundle = fc.record(
  {
    status: fc.oneof(
      { weight: 6, arbitrary: fc.constant('success') },
      fc.constantFrom('partial', 'no_matches', 'error', 'ok'),
    ),
    chunks: fc.oneof(
      { weight: 4, arbitrary: fc.uniqueArray(chunk, { maxLength: 5, selector: ({ chunk_id }) => chunk_id }) },
      fc.array(chunk, { maxLength: 5 }),
    ),
    selected_text: fc.oneof(content, fc.constant(null)),
    generation: fc.constantFrom(null, 0, 1, 2),
  },
  { requiredKeys: ['status', 'chunks'] },
);

it('whatever the bundle, a reply cites only its passages, word for word, and anything else is a 422 (R12, R13)', async () => {
  const seen = { answered: 0, refused: 0 };
  const mode = fc.constantFrom('global', 'selected_text_only');
  await fc.assert(
    fc.asyncProperty(bundle, mode, words, async (context_bundle, asked, question) => {
      const query = `What ${question.join(' ')}?`;
      // As received: without values that JSON cannot represent.
      const body = JSON.parse(JSON.stringify({ query, mode: asked, context_bundle })) as {
        context_bundle: typeof context_bundle;
      };
      const { status, text } = await stages.answer(body);
      if (status === 422) {
        seen.refused += 1;
        return;
      }
      expect(status).toBe(200);
      const reply = replySchema.parse(JSON.parse(text));
      const { chunks } = body.context_bundle;
      for (const { chunk_id, quotes, source_url } of reply.citations) {
        const named = chunks.find((one) => one.chunk_id === chunk_id);
        for (const quote of quotes) expect(named?.content).toContain(quote);
        expect(named?.source_url).toBe(source_url);
        expect(source_url).not.toMatch(/^javascript:/u);
      }
      expect(reply.used_chunks).toEqual(reply.citations.map(({ chunk_id }) => chunk_id));
      expect(reply.citations.length > 0).toBe(reply.status === 'answered');
      if (reply.status === 'answered') seen.answered += 1;
    }),
    { numRuns: 300 },
  );
  // Both results occur for every seed.
  expect(Math.min(seen.answered, seen.refused)).toBeGreaterThan(0);
});
