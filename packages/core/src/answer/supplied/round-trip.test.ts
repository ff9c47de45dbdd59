import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookIndex } from '../../../../../scripts/doc-examples/book-index.ts';
import { bodyText } from '../../chunk/read-chunk.ts';
import { openStore } from '../../store/open-store.ts';
import type { Answer, Question } from '../../types/answer.ts';
import { createEngine, type Engine, foldAnswer } from '../create-engine.ts';
import { extractiveAnswerer } from '../../excerpt/extractive-answerer.ts';
import { suppliedChunk, suppliedContext } from './supplied-fixture.ts';

const QUESTIONS = [
  'What is physical AI?',
  'What is the difference between a topic and a service?',
  'How do I create a ROS 2 workspace?',
  'What is the zero moment point?',
  'My node does not receive messages',
  'What is an action?',
  'Show me an example of a launch file',
  'How do I bake sourdough bread?',
  'hello',
  'explain',
];

/** Questions with extra searches: for an introduction to the whole book, or for an abbreviation. */
const SEARCHED_BESIDES = ['What is an action?', 'What is the zero moment point?'];

let engine: Engine;
const outcomes = new Set<Answer['outcome']>();
beforeAll(async () => {
  const store = await openStore(sqliteStore({ file: await bookIndex(), readOnly: true }));
  const embedder = builtinEmbedder();
  engine = createEngine({ store, embedder, answerer: extractiveAnswerer(), newId: () => 'run-1' });
}, 60_000);
afterAll(() => engine?.close());

/** Parts of the answer that must be equal for both ways of asking. */
function essence({ outcome, statements, citations, nearest }: Answer): unknown {
  const cited = citations.map(({ index, chunkId, url, anchor, heading, quote, start }) => {
    return { index, chunkId, url, anchor, heading, quote, start };
  });
  return { outcome, statements, nearest, cited };
}

async function bothWays(question: Question, keepsScores: boolean): Promise<{ direct: Answer; supplied: Answer }> {
  const { retrieval, passages } = await engine.find(question);
  const chunks = passages
    .map(suppliedChunk)
    .map(({ score, ...chunk }) => (keepsScores ? { ...chunk, score: score! } : chunk));
  const { where: _, retrieval: __, ...asked } = question;
  const bundle = { status: retrieval.status, generation: retrieval.generation };
  const supplied = suppliedContext(chunks, { ...bundle, selectionOnly: question.selection !== undefined });
  const direct = await foldAnswer(engine.ask(question));
  return {
    // Without passages, there are no links to sections.
    direct: chunks.length === 0 ? { ...direct, nearest: [] } : direct,
    supplied: await foldAnswer(engine.ask({ ...asked, supplied })),
  };
}

/** Each question is asked with both limits, once with scores and once without. */
const LIMITS = [5, 8] as const;
const ASKED = QUESTIONS.map((text, at) => ({ text, limit: LIMITS[at % 2]!, other: LIMITS[(at + 1) % 2]! }));

describe('retrieving first and answering then is asking, on the sample book', () => {
  test.each(ASKED)('$text', async ({ text, limit }) => {
    const { direct, supplied } = await bothWays({ text, history: [], retrieval: { limit } }, true);
    expect(essence(supplied)).toEqual(essence(direct));
    outcomes.add(direct.outcome);
  });

  test('of questions with each outcome', () => {
    expect(outcomes).toEqual(new Set(['answered', 'insufficient', 'refused']));
  });

  test.each(ASKED.filter(({ text }) => !SEARCHED_BESIDES.includes(text)))(
    'without the scores: $text',
    async ({ text, other }) => {
      const { direct, supplied } = await bothWays({ text, history: [], retrieval: { limit: other } }, false);
      expect(essence(supplied)).toEqual(essence(direct));
    },
  );

  test.each(SEARCHED_BESIDES)(
    'without the scores, what only a further search finds leaves the best page first: %s',
    async (text) => {
      const asked = { text, history: [], retrieval: { limit: 8 } };
      const { direct, supplied } = await bothWays(asked, false);
      expect(supplied.outcome).toBe('answered');
      expect(supplied.excerpts[0]?.url).toBe(direct.excerpts[0]!.url);
      const given = new Set((await engine.find(asked)).passages.map(({ chunk }) => chunk.id));
      expect(supplied.citations.filter(({ chunkId }) => !given.has(chunkId))).toEqual([]);
    },
  );

  test('on one page', async () => {
    const where = { paths: ['/docs/robot-software/nodes-and-topics'] };
    const { direct, supplied } = await bothWays({ text: 'What is a topic?', history: [], where }, true);
    expect(direct.outcome).toBe('answered');
    expect(essence(supplied)).toEqual(essence(direct));
  });

  test('about selections that run over several passages', async () => {
    let asked = 0;
    for (const path of [
      '/docs/robot-software/nodes-and-topics',
      '/docs/foundations/control-loops',
      '/docs/reference/glossary',
    ]) {
      const page = await engine.page(path);
      const visible = page!.content.map((chunk) =>
        chunk.indexInSection === 0 ? `${chunk.heading}\n${bodyText(chunk)}` : bodyText(chunk),
      );
      for (let at = 0; at + 1 < visible.length; at += 8) {
        const [before = '', after = ''] = visible.slice(at, at + 2);
        const text = `${before.slice(before.indexOf(' ', before.length / 2)).trim()}\n${after.slice(0, after.length / 2).trim()}`;
        const { direct, supplied } = await bothWays({ text: 'explain this', history: [], selection: { text } }, true);
        if (direct.warnings.length > 0) continue;
        asked += 1;
        expect(essence(supplied)).toEqual(essence(direct));
      }
    }
    expect(asked).toBeGreaterThan(3);
  });
});
