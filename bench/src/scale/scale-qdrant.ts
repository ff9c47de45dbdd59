/**
 * Searches the same synthetic passages in a Qdrant server and in a file, alternately in one process:
 *
 * QDRANT_URL=http://127.0.0.1:6333 node bench/src/scale/scale-qdrant.ts <passages> <dimensions> [pid of the server] [its storage folder]
 *
 * Writes figures as JSON. The file's search is exact, so its top results are what Qdrant should have proposed. Collection and file are
 * deleted afterwards. Pid and folder are for a server on this machine, to measure memory, CPU time and bytes on disk.
 */
import { openStore } from '@ibid/core';
import type { Candidate, ChunkStore, LegResult } from '@ibid/core/types';
import { qdrantStore } from '@ibid/drivers/stores/qdrant';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { vocabulary } from '../corpus/vocabulary.ts';
import { fileMegabytes, milliseconds, percentile } from '../measure.ts';
import { scaleSpace } from './scale-index.ts';
import { PASSAGES_OF_PAGE, scalePage } from './scale-page.ts';
import { makeQueries } from './scale-query.ts';

const [passages = 1000, dimensions = 256, pid = 0] = process.argv.slice(2, 5).map(Number);
const storage = process.argv[5];
const url = process.env['QDRANT_URL'] ?? '';
const collection = `ibid-bench-${process.pid}`;
const WARM_UP = 20;
/** Qdrant builds its graphs after a publish; searches are measured once it reports that it has finished. */
const LONGEST_OPTIMISING_MS = 3 * 3600 * 1000;

async function call(path: string, body?: object): Promise<Record<string, unknown>> {
  const headers = { 'Content-Type': 'application/json', 'Accept-Encoding': 'identity' };
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(url + path, { headers, ...init });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { result: Record<string, unknown> }).result;
}

/** Fills the stores and returns the seconds that each took, by name. */
async function fill(stores: Readonly<Record<string, ChunkStore>>): Promise<Readonly<Record<string, number>>> {
  const words = vocabulary();
  const space = scaleSpace(dimensions);
  const seconds: Record<string, number> = {};
  const each = (work: (store: ChunkStore) => Promise<unknown>): Promise<unknown> =>
    Promise.all(
      Object.entries(stores).map(async ([name, store]) => {
        const started = performance.now();
        await work(store);
        seconds[name] = (seconds[name] ?? 0) + milliseconds(started) / 1000;
      }),
    );
  await each((store) =>
    store.beginBuild({ schema: { chunker: 'bench@1', tokenizer: 'bench@1' }, sourceId: 'bench:scale', fresh: true }),
  );
  for (let page = 0; page < passages / PASSAGES_OF_PAGE; page++) {
    const made = scalePage(page, words, space);
    await each((store) => store.putPage(made.page));
    await each((store) => store.putVectors(made.vectors));
    if (page % 1000 === 0) process.stderr.write(`${page} pages ${new Date().toISOString()}\n`);
  }
  const written = Object.fromEntries(Object.entries(seconds).map(([name, value]) => [`${name} written`, value]));
  await each((store) => store.publish({ space, publishedAt: '2026-01-01T00:00:00.000Z' }));
  process.stderr.write(`published ${new Date().toISOString()}\n`);
  return {
    ...written,
    ...Object.fromEntries(Object.entries(seconds).map(([name, value]) => [`${name} in all`, value])),
  };
}

async function optimised(): Promise<number> {
  const started = performance.now();
  for (let greenFor = 0; greenFor < 5;) {
    if (milliseconds(started) > LONGEST_OPTIMISING_MS) throw new Error('Qdrant is still optimising');
    await sleep(1000);
    greenFor = (await call(`/collections/${collection}`))['status'] === 'green' ? greenFor + 1 : 0;
  }
  return milliseconds(started) / 1000;
}

/** CPU seconds used by a process, and its resident memory including mapped files. */
function usageOf(process_: number): { readonly cpu: number; readonly megabytes: number } {
  if (process_ === 0) return { cpu: 0, megabytes: 0 };
  const fields = readFileSync(`/proc/${process_}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${process_}/status`, 'utf8'))!;
  return { cpu: (Number(fields[11]) + Number(fields[12])) / 100, megabytes: Number(kilobytes) / 1000 };
}

function bytesUnder(name: string): number {
  if (storage === undefined) return 0;
  return Number(
    execFileSync('du', ['-s', '--block-size=1', join(storage, 'collections', name)], { encoding: 'utf8' }).split(
      '\t',
    )[0],
  );
}

function first(result: LegResult, count: number, score: (candidate: Candidate) => number): string[] {
  return result.candidates
    .filter((candidate) => score(candidate) > 0)
    .sort((a, b) => score(b) - score(a))
    .slice(0, count)
    .map(({ id }) => id);
}

/** Share of `expected` that is in `found`. */
function recall(expected: readonly string[], found: readonly string[]): number {
  return expected.length === 0 ? 1 : expected.filter((id) => found.includes(id)).length / expected.length;
}

function note(of: Record<string, number[]>, name: string, value: number): void {
  (of[name] ??= []).push(value);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const LEGS: Readonly<Record<string, (candidate: Candidate) => number>> = {
  text: ({ text }) => text,
  vector: ({ vector }) => vector,
  page: ({ page }) => page,
  'page text': ({ pageText }) => pageText,
  /** Approximates the fused score, on one scale. */
  together: ({ text, vector, page, pageText }) => text / 40 + vector + page / 2 + pageText / 80,
};

const folder = mkdtempSync(join(tmpdir(), 'ibid-scale-'));
const file = join(folder, 'index.db');
try {
  await using inFile = await openStore(sqliteStore({ file }));
  await using inQdrant = await openStore(qdrantStore({ url, collection, timeoutMs: 600_000, retryMs: 600_000 }));
  const filling = await fill({ file: inFile, qdrant: inQdrant });
  const optimising = await optimised();
  const live = `${collection}-v1`;
  const usage = usageOf(pid);
  const queries = makeQueries(dimensions, 200);
  const times: Record<string, number[]> = {};
  const recalls: Record<string, number[]> = {};
  const cpu = { file: 0, client: 0, server: 0 };
  const timed = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const result = await run();
    note(times, name, milliseconds(started));
    return result;
  };
  for (const query of queries.slice(0, WARM_UP)) {
    await inFile.search(query);
    await inQdrant.search(query);
  }
  for (const key of Object.keys(times)) delete times[key];
  for (const query of queries) {
    const before = process.cpuUsage();
    const exact = await timed('file', () => inFile.search(query));
    const between = process.cpuUsage();
    const server = usageOf(pid).cpu;
    const found = await timed('qdrant', () => inQdrant.search(query));
    const after = process.cpuUsage();
    cpu.server += usageOf(pid).cpu - server;
    cpu.file += (between.user + between.system - before.user - before.system) / 1000;
    cpu.client += (after.user + after.system - between.user - between.system) / 1000;
    for (const [leg, score] of Object.entries(LEGS)) {
      note(recalls, `${leg} @10`, recall(first(exact, 10, score), first(found, 10, score)));
    }
    const nearest = async (isExact: boolean): Promise<string[]> => {
      const body = { query: [...query.vector!], limit: 100, with_payload: false, params: { exact: isExact } };
      const { points } = (await call(`/collections/${live}/points/query`, body)) as { points: { id: string }[] };
      return points.map(({ id }) => id);
    };
    const [all, graph] = [
      await timed('exact vectors', () => nearest(true)),
      await timed('graph', () => nearest(false)),
    ];
    note(recalls, 'graph @10', recall(all.slice(0, 10), graph.slice(0, 10)));
    note(recalls, 'graph @100', recall(all, graph));
  }
  const info = await call(`/collections/${live}`);
  process.stdout.write(
    `${JSON.stringify(
      {
        passages,
        dimensions,
        seconds: { ...filling, optimising },
        indexed: info['indexed_vectors_count'],
        'bytes a passage': {
          file: (1e6 * fileMegabytes(file, `${file}-wal`)) / passages,
          passages: bytesUnder(live) / passages,
          meta: bytesUnder(`${live}-meta`) / passages,
        },
        'server MB': usage.megabytes,
        ms: Object.fromEntries(
          Object.entries(times).map(([name, all]) => [name, { p50: percentile(all, 0.5), p95: percentile(all, 0.95) }]),
        ),
        'cpu ms a search': {
          file: cpu.file / queries.length,
          client: cpu.client / queries.length,
          server: (1000 * cpu.server) / queries.length,
        },
        recall: Object.fromEntries(Object.entries(recalls).map(([name, all]) => [name, mean(all)])),
      },
      null,
      2,
    )}\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
  for (const name of [`${collection}-v1`, `${collection}-v1-meta`, `${collection}-meta`]) {
    await fetch(`${url}/collections/${name}`, { method: 'DELETE' });
  }
}
