import {
  createConversations,
  createEngine,
  createJobs,
  extractiveAnswerer,
  openFeedback,
  openSessionStore,
  openStore,
  type RunJob,
} from '@ibid/core';
import { countTokens } from '@ibid/core/chunk';
import { ingest, type IngestOptions, type IngestReport } from '@ibid/core/ingest';
import { inlineParser } from '@ibid/core/parse';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { memoryFeedback } from '@ibid/drivers/feedback/memory';
import { memoryJobs } from '@ibid/drivers/jobs/memory';
import { memorySessions } from '@ibid/drivers/sessions/memory';
import { markdownSource } from '@ibid/drivers/sources/markdown';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { createApp, serve } from '@ibid/server';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BOOK = join(import.meta.dirname, '../../examples/physical-ai-book/docs');
const NOW = new Date('2026-01-02T03:04:05.678Z');
export const EXAMPLE_TOKEN = 'your-secret-token-of-the-owner';

/** UUIDs that count up. */
function ids(): () => string {
  let next = 0;
  return () => `00000000-0000-4000-8000-${String((next += 1)).padStart(12, '0')}`;
}

/** The sample textbook served as `ibid serve` does, with a clock that stands still and ids that count up. */
export async function exampleServer(): Promise<AsyncDisposable & { readonly url: string }> {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.adopt(await mkdtemp(join(tmpdir(), 'ibid-example-')), (path) => rm(path, { recursive: true }));
  const file = join(folder, 'index.db');
  const embedder = builtinEmbedder();
  const source = cleanup.adopt(markdownSource({ root: BOOK }), (opened) => opened.close());
  /** As `ibid index` does: with a store of its own, while answers come from the other one. */
  const index = async (
    call: Pick<IngestOptions, 'onProgress' | 'signal' | 'fresh' | 'allowShrink'>,
  ): Promise<IngestReport> => {
    await using store = await openStore(sqliteStore({ file }));
    return await ingest({ ...call, source, parser: inlineParser(), store, embedder, now: () => NOW });
  };
  await index({});
  const store = await openStore(sqliteStore({ file, readOnly: true }));
  const engine = createEngine({ store, embedder, answerer: extractiveAnswerer(), newId: ids() });
  cleanup.defer(() => engine.close());
  const sessions = await openSessionStore(memorySessions());
  const conversations = cleanup.use(
    createConversations({ store: sessions, now: () => NOW, newId: ids(), countTokens }),
  );
  const feedback = cleanup.use(await openFeedback({ driver: memoryFeedback(), now: () => NOW }));
  const run: RunJob = ({ request: { fresh, allowShrink } }, call) => index({ ...call, fresh, allowShrink });
  const jobs = await createJobs({ driver: memoryJobs(), run, now: () => NOW, newId: ids() });
  cleanup.adopt(jobs, (opened) => opened.close());
  const app = createApp({
    engine,
    conversations,
    feedback,
    ingest: { jobs, source: BOOK },
    ownerToken: EXAMPLE_TOKEN,
    newId: ids(),
    now: () => 0,
    date: () => NOW,
    countTokens,
    title: 'the Physical AI book',
    rateLimits: { perClient: 0 },
  });
  const server = await serve(app, { port: 0 });
  cleanup.defer(async () => {
    server.endNow();
    await server.close();
  });
  const opened = cleanup.move();
  return { url: server.url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
