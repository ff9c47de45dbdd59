import { createConversations, createEngine, createJobs, extractiveAnswerer, openFeedback, openStore } from '@ibid/core';
import type { RunJob } from '@ibid/core/types';
import { countTokens } from '@ibid/core/chunk';
import { ingest, type IngestOptions, type IngestReport } from '@ibid/core/ingest';
import { inlineParser } from '@ibid/core/parse';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { memoryState } from '@ibid/drivers/state/state';
import { markdownSource } from '@ibid/drivers/sources/markdown';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { createApp, serve } from '@ibid/server';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const EXAMPLE_BOOK: string = join(import.meta.dirname, '../../examples/physical-ai-book/docs');
/** Fixed time of the examples. */
const EXAMPLE_TIME: Date = new Date('2026-01-02T03:04:05.678Z');

const NOW = EXAMPLE_TIME;
const EXAMPLE_TOKEN = 'your-secret-token-of-the-owner';

/** Returns a generator of ascending UUIDs. */
function ids(): () => string {
  let next = 0;
  return () => `00000000-0000-4000-8000-${String((next += 1)).padStart(12, '0')}`;
}

/** Serves the sample textbook like `ibid serve`, with a fixed clock and ascending ids, from a copy of `indexed`. */
export async function exampleServer(indexed: string): Promise<AsyncDisposable & { readonly url: string }> {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.adopt(await mkdtemp(join(tmpdir(), 'ibid-example-')), (path) => rm(path, { recursive: true }));
  const file = join(folder, 'index.db');
  await copyFile(indexed, file);
  const store = await openStore(sqliteStore({ file, readOnly: true }));
  const engine = createEngine({ store, embedder: builtinEmbedder(), answerer: extractiveAnswerer(), newId: ids() });
  cleanup.defer(() => engine.close());
  const conversations = cleanup.use(
    createConversations({ driver: memoryState().sessions, now: () => NOW, newId: ids(), countTokens }),
  );
  const feedback = cleanup.use(openFeedback({ driver: memoryState().feedback, now: () => NOW }));
  const run: RunJob = ({ request: { fresh, allowShrink } }, call) => indexBook(file, { ...call, fresh, allowShrink });
  const jobs = createJobs({
    driver: memoryState().jobs,
    run,
    now: () => NOW,
    sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
    newId: ids(),
  });
  cleanup.adopt(jobs, (opened) => opened.close());
  const app = createApp({
    engine,
    conversations,
    feedback,
    ingest: { jobs, source: EXAMPLE_BOOK },
    ownerToken: EXAMPLE_TOKEN,
    newId: ids(),
    now: () => 0,
    date: () => NOW,
    countTokens,
    title: 'the Physical AI book',
    rateLimits: { perClient: 0, requests: 0 },
  });
  const server = await serve(app, { port: 0 });
  cleanup.defer(async () => {
    server.endNow();
    await server.close();
  });
  const opened = cleanup.move();
  return { url: server.url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Indexes the sample textbook, or other Markdown, into `file`, like `ibid index`: with a separate store handle from the one that answers. */
export async function indexBook(
  file: string,
  call: Pick<IngestOptions, 'onProgress' | 'signal' | 'fresh' | 'allowShrink'> = {},
  root: string = EXAMPLE_BOOK,
): Promise<IngestReport> {
  await using cleanup = new AsyncDisposableStack();
  const source = cleanup.adopt(markdownSource({ root }), (opened) => opened.close());
  await using store = await openStore(sqliteStore({ file }));
  const embedder = builtinEmbedder();
  return await ingest({ ...call, source, parser: inlineParser(), store, embedder, now: () => EXAMPLE_TIME });
}
