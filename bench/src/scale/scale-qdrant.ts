import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createEngine, extractiveAnswerer, openStore } from '@ibid/core';
import type { StoreDriver } from '@ibid/core/types';
import { ingest } from '@ibid/core/ingest';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { workerParser } from '@ibid/drivers/parsers/worker';
import { markdownSource } from '@ibid/drivers/sources/markdown';
import { qdrantStore } from '@ibid/drivers/stores/qdrant';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import type { CaseInput } from '../cases/bench-case.ts';
import type { Figures } from '../measure.ts';
import { askingCost } from './asking-cost.ts';

const BOOK = join(import.meta.dirname, '../../../examples/physical-ai-book/docs');
const SERVE = join(dirname(createRequire(import.meta.url).resolve('@ibid/testkit')), 'qdrant-service', 'serve.ts');
/** A search that takes the book's own headings for questions. */
const QUESTIONS = 150;

/**
 * The sample book in a file and in Qdrant's layout: what a passage takes there, and what a question costs this side of the wire. The other
 * side is a stand-in, in a process of its own: its time says nothing about Qdrant and is not reported.
 */
export async function scaleQdrant({ index }: Pick<CaseInput, 'index'>): Promise<Figures> {
  await using service = await startService();
  const { chunks, questions, cost } = await askedOf(qdrantStore({ url: service.url }));
  const sizes = await sizesOf(service.url, chunks);
  const file = await askedOf(sqliteStore({ file: index }));
  return { chunks, ...sizes, questions, ...named('', cost), ...named('file ', file.cost) };
}

function named(prefix: string, figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [prefix + name, value]));
}

/** Indexes the book into the store, asks, and closes it. */
async function askedOf(
  driver: StoreDriver,
): Promise<{ readonly chunks: number; readonly questions: number; readonly cost: Figures }> {
  const store = await openStore(driver);
  const parser = workerParser({ pool: 2 });
  const source = markdownSource({ root: BOOK, siteUrl: 'https://bench.example.org', flavour: 'folder' });
  const { chunks } = await ingest({ source, parser, store, embedder: builtinEmbedder(), now: () => new Date(0) });
  await parser.close();
  await source.close();
  const headings: string[] = [];
  for await (const { url } of store.listPages()) {
    for (const { heading } of (await store.getPage(url))?.content ?? []) headings.push(heading);
  }
  const asked = headings
    .filter((_, i) => i % Math.ceil(headings.length / QUESTIONS) === 0)
    .map((heading) => `What is said about ${heading}?`);
  let run = 0;
  const engine = createEngine({
    store,
    embedder: builtinEmbedder(),
    answerer: extractiveAnswerer(),
    newId: () => `run-${++run}`,
  });
  try {
    return { chunks, questions: asked.length, cost: await askingCost(engine, asked) };
  } finally {
    await engine.close();
  }
}

interface Point {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly vector: Readonly<Record<string, { readonly indices?: readonly number[] } | readonly number[]>>;
}

/** Bytes of JSON and numbers of postings, divided by passages. */
async function sizesOf(url: string, chunks: number): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  const add = (name: string, value: number): void => void (sums[name] = (sums[name] ?? 0) + value / chunks);
  const { result } = (await (await fetch(`${url}/collections`)).json()) as {
    result: { collections: { name: string }[] };
  };
  for (const { name } of result.collections) {
    const kind = /-(legs|pages|ibid)$/u.exec(name)?.[1] ?? 'passages';
    for (const { payload, vector } of await pointsOf(url, name)) {
      add(`${kind} points`, 1);
      const of = kind === 'ibid' ? `${String(payload['kind'])} payload bytes` : `${kind} payload bytes`;
      add(of, Buffer.byteLength(JSON.stringify(payload)));
      const sparse = vector['bm25'];
      if (sparse !== undefined && 'indices' in sparse) add(`${kind} postings`, sparse.indices?.length ?? 0);
    }
  }
  return Object.fromEntries(Object.entries(sums).map(([name, value]) => [`${name} a passage`, value]));
}

async function pointsOf(url: string, name: string): Promise<readonly Point[]> {
  const points: Point[] = [];
  let offset: unknown = null;
  do {
    const response = await fetch(`${url}/collections/${name}/points/scroll`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ limit: 256, offset, with_payload: true, with_vector: true }),
    });
    const { result } = (await response.json()) as { result: { points: Point[]; next_page_offset: unknown } };
    points.push(...result.points);
    offset = result.next_page_offset;
  } while (offset !== null && offset !== undefined);
  return points;
}

async function startService(): Promise<AsyncDisposable & { readonly url: string }> {
  const child = spawn(process.execPath, [SERVE], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for await (const line of createInterface(child.stdout)) {
    const { url } = JSON.parse(line) as { url: string };
    return {
      url,
      async [Symbol.asyncDispose]() {
        child.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error('the stand-in for Qdrant ended before it was ready');
}
