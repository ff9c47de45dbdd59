/** Where an index lies must not be seen in an answer: the sample book, asked a few hundred questions, in a file and in Qdrant. */
import { availableParallelism, tmpdir } from 'node:os';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine, extractiveAnswerer, foldAnswer, openStore, pathKey } from '@ibid/core';
import type { Engine, PageVectors, Retrieval, StoreDriver, Where } from '@ibid/core/types';
import { ingest } from '@ibid/core/ingest';
import { legDifferences, openQdrantService, sketchVectors, SPACE, START, type QdrantService } from '@ibid/testkit';
import { builtinEmbedder } from '../../embedders/builtin.ts';
import { workerParser } from '../../parsers/worker.ts';
import { markdownSource } from '../../sources/markdown.ts';
import { qdrantStore } from '../qdrant.ts';
import { memoryStore } from '../memory.ts';
import { sqliteStore } from '../sqlite.ts';
import { stubSite } from './stubs-fixture.ts';

const BOOK = join(import.meta.dirname, '../../../../../examples/physical-ai-book/docs');
const TOLERANCE = 1e-4;

let folder: string;
let service: QdrantService;
const engines: Record<'file' | 'qdrant', Engine> = {} as never;
/** Questions that the book itself suggests: its headings, and sentences of it with words left out. */
let questions: readonly string[] = [];
let pages: readonly { readonly url: string; readonly module: string }[] = [];

async function indexed(driver: StoreDriver): Promise<Engine> {
  const store = await openStore(driver);
  const parser = workerParser({ pool: Math.min(2, availableParallelism()) });
  const source = markdownSource({ root: BOOK, siteUrl: 'https://book.example.org', flavour: 'folder' });
  await ingest({ source, parser, store, embedder: builtinEmbedder(), now: () => new Date(0) });
  await parser.close();
  await source.close();
  let run = 0;
  return createEngine({
    store,
    embedder: builtinEmbedder(),
    answerer: extractiveAnswerer(),
    newId: () => `run-${++run}`,
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-same-'));
  service = await openQdrantService({ strictMode: true });
  engines.file = await indexed(sqliteStore({ file: join(folder, 'index.db') }));
  engines.qdrant = await indexed(qdrantStore({ url: service.url }));
  const store = await openStore(sqliteStore({ file: join(folder, 'index.db'), readOnly: true }));
  const found: string[] = [];
  const listed: { url: string; module: string }[] = [];
  for await (const { url, module } of store.listPages()) {
    listed.push({ url, module });
    const page = await store.getPage(url);
    for (const [i, { heading, text }] of (page?.content ?? []).entries()) {
      if (i % 2 === 0) found.push(`What does the book say about ${heading.toLowerCase()}?`);
      else
        found.push(
          text
            .slice(0, 200)
            .split(/\s+/u)
            .filter((_, at) => at % 3 !== 2)
            .join(' '),
        );
    }
  }
  await store.close();
  pages = listed;
  questions = found.filter((_, i) => i % Math.ceil(found.length / 300) === 0);
}, 240_000);
afterAll(async () => {
  await engines.file?.close();
  await engines.qdrant?.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

function differences(question: string, file: Retrieval, qdrant: Retrieval): string[] {
  const differing = file.hits.flatMap((hit, i) => {
    const other = qdrant.hits[i];
    if (other?.chunk.id === hit.chunk.id && Math.abs(other.score - hit.score) <= TOLERANCE) return [];
    // Two passages that score the same may stand either way round.
    const elsewhere = qdrant.hits.find(({ chunk }) => chunk.id === hit.chunk.id);
    if (elsewhere !== undefined && Math.abs((other?.score ?? -1) - hit.score) <= TOLERANCE) return [];
    return [`${question}: place ${i}: ${hit.chunk.url} ${hit.score}, in Qdrant ${other?.chunk.url} ${other?.score}`];
  });
  return qdrant.hits.length === file.hits.length
    ? differing
    : [...differing, `${question}: ${qdrant.hits.length} hits`];
}

test('the same passages in the same order, with the same scores', { timeout: 240_000 }, async () => {
  expect(questions.length).toBeGreaterThan(100);
  const found: string[] = [];
  for (const text of questions) {
    const [file, qdrant] = await Promise.all(
      [engines.file, engines.qdrant].map((engine) => engine.search({ text, limit: 20 })),
    );
    found.push(...differences(text, file!, qdrant!));
  }
  expect(found).toEqual([]);
});

test('a passage in another place, or with another score, is a difference', async () => {
  const { hits, ...rest } = await engines.file.search({ text: questions[0]!, limit: 5 });
  const file = { hits, ...rest };
  const [first, second, ...others] = hits;
  expect(differences('', file, file)).toEqual([]);
  expect(differences('', file, { ...rest, hits: [second!, first!, ...others] })).not.toEqual([]);
  expect(
    differences('', file, { ...rest, hits: [{ ...first!, score: first!.score + 0.001 }, ...hits.slice(1)] }),
  ).not.toEqual([]);
  expect(differences('', file, { ...rest, hits: hits.slice(0, -1) })).not.toEqual([]);
});

test('and within one page, one module, and a page that is not there', { timeout: 240_000 }, async () => {
  const found: string[] = [];
  for (const [i, text] of questions.slice(0, 90).entries()) {
    const page = pages[i % pages.length]!;
    const where: Where =
      i % 3 === 0
        ? { paths: [pathKey(page.url)] }
        : i % 3 === 1
          ? { module: page.module }
          : { paths: ['/no/such/page'] };
    const [file, qdrant] = await Promise.all(
      [engines.file, engines.qdrant].map((engine) => engine.search({ text, limit: 20, where })),
    );
    found.push(...differences(text, file!, qdrant!));
  }
  expect(found).toEqual([]);
});

test('so answers are the same, word for word and footnote for footnote (R15)', { timeout: 240_000 }, async () => {
  for (const text of questions.slice(0, 60)) {
    const answers = await Promise.all(
      [engines.file, engines.qdrant].map(async (engine) => {
        const { statements, citations, outcome } = await foldAnswer(engine.ask({ text, history: [] }));
        return { outcome, statements, quotes: citations.map(({ quote, url }) => ({ quote, url })) };
      }),
    );
    expect(answers[1]).toEqual(answers[0]);
  }
});

test(
  'and where pages begin as stubs and are filled in, so that words weigh less and less',
  { timeout: 900_000 },
  async () => {
    const site = stubSite(7, SPACE.dimensions);
    await using qdrant = await openStore(qdrantStore({ url: service.url, collection: 'stubs' }));
    await using memory = await openStore(memoryStore());
    const vectors = new Map<string, PageVectors>();
    const found: string[] = [];
    for (let round = 0; round <= 10; round++) {
      const changed = site.round(round);
      for (const page of changed) vectors.set(page.url, sketchVectors(page));
      for (const store of [qdrant, memory]) {
        await store.beginBuild(START);
        for (const page of changed) await store.putPage(page);
        await store.putSpace(SPACE, 3);
        for await (const { url } of store.listBuild({ withoutVectorsIn: SPACE.id })) {
          await store.putVectors(vectors.get(url)!);
        }
        await store.publish({ spaceId: SPACE.id, publishedAt: String(round), folded: 0 });
      }
      if (![1, 4, 10].includes(round)) continue;
      for (const query of site.queries(150)) {
        const [expected, result] = await Promise.all([memory.search(query), qdrant.search(query)]);
        found.push(...legDifferences(result, { ...expected, generation: result.generation }));
      }
    }
    expect(found).toEqual([]);
  },
);

test('and all that was asked of Qdrant has its published shape', () => {
  expect(service.violations).toEqual([]);
});
