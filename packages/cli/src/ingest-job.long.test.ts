import { openStore } from '@ibid/core';
import type { Job } from '@ibid/core/types';
import type { IngestProgress } from '@ibid/core/ingest';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { sketchJob } from '@ibid/testkit';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ingestJob } from './ingest-job.ts';
import { openIndex } from './open-index.ts';
import { openWorkplace, type Workplace } from './testing/run-ibid.ts';

// Threads and processes start here, which a busy machine may keep waiting.
vi.setConfig({ testTimeout: 120_000 });

let place: Workplace;
let index: string;

beforeEach(async () => {
  place = await openWorkplace();
  index = join(place.path, 'docs.db');
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

/** Runs the child to its end, or kills it once it has said `killAt`; what it said. */
async function runChild(deed: 'start' | 'resume', killAt = ''): Promise<readonly string[]> {
  const args = [deed, join(place.path, 'docs'), index, join(place.path, 'jobs.db')];
  const child = spawn(process.execPath, [join(import.meta.dirname, 'testing', 'job-child.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(line);
    if (line === killAt) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return said;
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
    const store = await openStore(sqliteStore({ file: index }));
    expect(await store.info()).toBeUndefined();
    await store.close();
    expect(await runJob()).toMatchObject({ pages: { added: 80 } });
    await expect(runJob({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('waits a moment for a writer that is about to end', async () => {
    await writePages(2);
    const writer = await openStore(sqliteStore({ file: index }));
    await writer.beginBuild({ schema: { chunker: 'other', tokenizer: 'other' }, sourceId: 'other', fresh: false });
    const waiting = runJob();
    setTimeout(() => void writer.close(), 2_000);
    expect(await waiting).toMatchObject({ pages: { added: 2 } });
  });
});

describe('a job whose server is killed', () => {
  it('is gone on with by the next one, and keeps what was done', async () => {
    await writePages(30, 10);
    const begun = await runChild('start', 'pages');
    const resumed = await runChild('resume', 'publish');
    const id = resumed.find((line) => line.includes('-'));
    expect(begun).toContain(id);
    const ended = await runChild('resume');
    const job = JSON.parse(ended.at(-1) ?? '') as Job;
    expect(job).toMatchObject({ id, attempts: 3, state: 'succeeded', code: '' });
    const { added, unchanged, failed } = job.pages;
    expect([added + unchanged, failed]).toEqual([30, 0]);
    const store = await openIndex({ index, modelCache: '', secret: () => undefined });
    expect((await store.info())?.pages).toBe(30);
    await store.close();
    // Nothing is left to go on with.
    expect((await runChild('resume'))[0]).toBe('');
  });
});
