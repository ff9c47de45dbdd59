import { openStore } from '@ibid/core';
import type { Job } from '@ibid/core/types';
import type { IngestProgress } from '@ibid/core/ingest';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { sketchJob } from '@ibid/testkit';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ingestJob } from './ingest-job.ts';
import { openIndex } from './open-index.ts';
import { locateIndex, type StoredIndex } from './stores.ts';
import { ibid, openWorkplace, post, serveIbid, type Served, type Workplace } from './testing/run-ibid.ts';

// Starts threads and processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let place: Workplace;
let index: StoredIndex;

beforeEach(async () => {
  place = await openWorkplace();
  index = await locateIndex(join(place.path, 'docs.db'));
});
afterEach(() => place[Symbol.asyncDispose]());

async function writePages(count: number, paragraphs = 1): Promise<void> {
  const body = Array.from({ length: paragraphs }, (_, line) => `Sentence ${line} tells of feathers and beaks.`);
  const page = (i: number): string => `# Page ${i}\n\nParrot ${i} is here.\n\n${body.join('\n\n')}\n`;
  await place.write(Object.fromEntries(Array.from({ length: count }, (_, i) => [`docs/p${i}.md`, page(i)])));
}

function runJob(
  options: {
    readonly job?: Partial<Job>;
    readonly folder?: string;
    readonly signal?: AbortSignal;
    readonly onProgress?: (progress: IngestProgress) => void;
  } = {},
): ReturnType<ReturnType<typeof ingestJob>> {
  const { job, folder = 'docs', signal = new AbortController().signal, onProgress = () => undefined } = options;
  const settings = {
    index,
    indexNamed: true,
    configFile: '',
    ownerToken: undefined,
    stateUrl: undefined,
    modelCache: '',
    secret: () => undefined,
  };
  const run = ingestJob(join(place.path, folder), { settings });
  return run(sketchJob(1, { state: 'running', ...job }), { signal, onProgress });
}

describe('the run of a job', () => {
  it('indexes the source while another handle reads the index, and reports', async () => {
    await writePages(3);
    const stages = new Set<string>();
    const first = await runJob({ onProgress: ({ stage }) => void stages.add(stage) });
    expect(first).toMatchObject({ status: 'complete', pages: { found: 3, added: 3, failed: 0 }, failed: [] });
    expect([...stages]).toEqual(['list', 'pages', 'fit', 'embed', 'publish']);
    const reader = await openIndex({ index, modelCache: '', secret: () => undefined });
    expect((await reader.info())?.pages).toBe(3);
    await place.write({ 'docs/new.md': '# New\n\nA new page.' });
    expect(await runJob()).toMatchObject({ pages: { added: 1, unchanged: 3 } });
    expect((await reader.info())?.pages).toBe(4);
    await reader.close();
  });

  it('rejects with the code of what is wrong with the source', async () => {
    await expect(runJob()).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
  });

  it('stops at the signal, leaves the index as it was, and lets the next run in', async () => {
    await writePages(80, 20);
    const stop = new AbortController();
    const stopped = runJob({
      signal: stop.signal,
      onProgress: ({ stage, done }) => {
        if (stage === 'pages' && done > 2) stop.abort();
      },
    });
    await expect(stopped).rejects.toMatchObject({ code: 'ABORTED' });
    const store = await openStore(sqliteStore({ file: index.file! }));
    expect(await store.info()).toBeUndefined();
    await store.close();
    expect(await runJob()).toMatchObject({ pages: { added: 80 } });
    await expect(runJob({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('waits a moment for a writer that is about to end', async () => {
    await writePages(2);
    const writer = await openStore(sqliteStore({ file: index.file! }));
    await writer.beginBuild({ schema: { chunker: 'other', tokenizer: 'other' }, sourceId: 'other', fresh: false });
    const waiting = runJob();
    setTimeout(() => void writer.close(), 2_000);
    expect(await waiting).toMatchObject({ pages: { added: 2 } });
  });
});

describe('a job whose server is killed', () => {
  it('is gone on with by the next one', async () => {
    await place.write({ 'ibid.config.json': JSON.stringify({ source: 'docs', index: 'docs.db' }) });
    await writePages(2);
    expect(await ibid(place.path, 'index')).toMatchObject({ code: 0 });
    await writePages(80, 20);
    const token = 'a-token-of-the-owner-0123456789';
    const headers = { Authorization: `Bearer ${token}` };
    const serve = (): Promise<Served> => serveIbid(place.path, [], { IBID_TOKEN: token });
    const first = await serve();
    const { job_id } = (await (await post(`${first.url}/ingest`, {}, headers)).json()) as { job_id: string };
    const job = async ({ url }: Served): Promise<{ state: string; progress: { done: number } }> =>
      (await fetch(`${url}/ingest/${job_id}`, { headers })).json() as ReturnType<typeof job>;
    await vi.waitFor(async () => expect((await job(first)).progress.done).toBeGreaterThan(2), {
      timeout: 60_000,
      interval: 5,
    });
    expect(await job(first)).toMatchObject({ state: 'running', attempts: 1 });
    first.run.child.kill('SIGKILL');
    await first.run.finished;
    const second = await serve();
    await vi.waitFor(async () => expect((await job(second)).state).not.toBe('running'), {
      timeout: 60_000,
      interval: 100,
    });
    const pages = { added: 78, changed: 2, unchanged: 0, failed: 0 };
    expect(await job(second)).toMatchObject({ state: 'succeeded', attempts: 2, code: null, pages });
    expect(await (await fetch(`${second.url}/ready`)).json()).toMatchObject({ pages: 80 });
    await second.stop();
  });
});
