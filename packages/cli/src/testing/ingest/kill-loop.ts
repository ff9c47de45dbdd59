import { IbidError, openStore } from '@ibid/core';
import type { ChunkStore, EmbedderSource } from '@ibid/core/types';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { hashEmbedder } from '@ibid/drivers/embedders/hash';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { generatedSite, seededRandom } from './generated-site.ts';
import { ingestInto, sourceOf } from './ingest-setup.ts';
import type { KillTask } from './kill-child.ts';
import { takeSnapshot, type Snapshot } from './snapshot.ts';

const CHILD = fileURLToPath(new URL('./kill-child.ts', import.meta.url));

export function embedderOf(task: Pick<KillTask, 'embedder'>): EmbedderSource {
  return task.embedder === 'hash' ? hashEmbedder() : builtinEmbedder();
}

export interface ChildEnd {
  /** Last thing that the child said: a stage, or `done`. */
  readonly last: string;
  readonly killed: boolean;
  /** Milliseconds from `go` to the end. */
  readonly ran: number;
}

/** When a child is killed: so many milliseconds after it has first said this line. */
export interface Kill {
  readonly line: 'go' | 'pages' | 'fit' | 'embed' | 'publish' | 'hanging';
  readonly after: number;
}

/** Runs the child to its end, or until it is killed; `work` is done before a kill. */
export async function runChild(task: KillTask, kill?: Kill, work?: () => Promise<unknown>): Promise<ChildEnd> {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Most of a short run is reading its own source.
    env: { ...process.env, NODE_COMPILE_CACHE: join(dirname(task.file), 'compiled') },
  });
  const said: string[] = [];
  let begun = 0;
  let timer: NodeJS.Timeout | undefined;
  const strike = (): void => void child.kill('SIGKILL');
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'go') begun = performance.now();
    if (line === kill?.line && !said.includes(line)) {
      timer = setTimeout(() => (work === undefined ? strike() : void work().finally(strike)), kill.after);
    }
    said.push(line);
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  const last = said.at(-1) ?? 'start';
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The child ended with ${code ?? signal} after ${last}.`);
  return { last, killed: signal === 'SIGKILL', ran: performance.now() - begun };
}

/** What an unharmed history of runs shows after each version; versions are asked for in order. */
export interface History extends AsyncDisposable {
  after(version: number): Promise<Snapshot | undefined>;
}

export async function unharmedHistory(task: Pick<KillTask, 'pages' | 'embedder'>, file: string): Promise<History> {
  const store = await openStore(sqliteStore({ file }));
  const embedder = embedderOf(task);
  const snapshots: (Snapshot | undefined)[] = [];
  return {
    async after(version) {
      while (snapshots.length <= version) {
        await ingestInto(store, sourceOf(generatedSite({ ...task, version: snapshots.length })), { embedder });
        snapshots.push(await takeSnapshot(store, embedder));
      }
      return snapshots[version];
    },
    [Symbol.asyncDispose]: () => store.close(),
  };
}

/** Problems of the index as it lies there: damage, or something on show that is neither `allowed` snapshot. */
export async function inspect(
  file: string,
  embedder: EmbedderSource,
  allowed: readonly (Snapshot | undefined)[],
): Promise<{ readonly problems: readonly string[]; readonly shown: Snapshot | undefined }> {
  await using store = await openStore(sqliteStore({ file }));
  // What a kill in the middle of tidying leaves behind is told as `info`: nobody can see it, and the next run removes it.
  const problems = (await Array.fromAsync(store.check()))
    .filter((found) => found.severity !== 'info')
    .map((found) => `${found.rule} ${found.page}: ${found.message}`);
  const shown = await takeSnapshot(store, embedder);
  const text = JSON.stringify(shown);
  if (!allowed.some((snapshot) => JSON.stringify(snapshot) === text)) {
    problems.push(`The index on show is neither the old nor the new one: ${differences(shown, allowed.at(-1))}`);
  }
  return { problems, shown };
}

function differences(one: Snapshot | undefined, other: Snapshot | undefined): string {
  const keys = ['info', 'pages', 'best', 'scores'] as const;
  return keys.filter((key) => JSON.stringify(one?.[key]) !== JSON.stringify(other?.[key])).join(', ');
}

/** Reads again and again until stopped; collects replies that mix generations. */
async function readWhile(
  file: string,
  work: Promise<unknown>,
): Promise<{ readonly reads: number; readonly generations: number; readonly mixed: number }> {
  const byGeneration = new Map<number, string>();
  let reads = 0;
  let mixed = 0;
  const ended = new AbortController();
  const stop = (): void => ended.abort();
  work.then(stop, stop);
  await using store = await openStore(sqliteStore({ file }));
  while (!ended.signal.aborted) {
    const reply = await readOnce(store);
    if (reply !== undefined) {
      reads += 1;
      const known = byGeneration.get(reply.generation) ?? reply.content;
      if (known !== reply.content) mixed += 1;
      byGeneration.set(reply.generation, known);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return { reads, generations: byGeneration.size, mixed };
}

async function readOnce(store: ChunkStore): Promise<{ generation: number; content: string } | undefined> {
  try {
    const { generation, candidates } = await store.search({
      terms: [{ term: 'page', count: 1 }],
      vector: undefined,
      limit: 10_000,
    });
    return { generation, content: JSON.stringify(candidates) };
  } catch (error) {
    if (IbidError.is(error, 'NOT_INDEXED')) return undefined;
    throw error;
  }
}

export interface KillFigures {
  rounds: number;
  kills: number;
  /** Kills by the last stage that the killed run had begun. */
  readonly stages: Record<string, number>;
  /** Versions that came on show equal to the unharmed history. */
  completed: number;
  reads: number;
  mixed: number;
  readonly problems: string[];
}

/** Half of them anywhere in a run, half soon after the beginning of one of the later stages, which are short. */
function randomKill(random: () => number, ran: number): Kill {
  if (random() < 0.5) return { line: 'go', after: random() * ran };
  const lines = ['pages', 'fit', 'embed', 'publish'] as const;
  return { line: lines[Math.floor(random() * lines.length)]!, after: random() * 12 };
}

/**
 * Kills a run at a random moment, inspects what it left, and lets the next one go on, over versions of a site. After three
 * kills of one version the run may finish.
 */
export async function killLoop(options: {
  readonly folder: string;
  readonly embedder: KillTask['embedder'];
  readonly pages: number;
  readonly rounds: number;
  readonly seed: number;
}): Promise<KillFigures> {
  const { folder, embedder: kind, pages, rounds, seed } = options;
  const random = seededRandom(seed);
  const embedder = embedderOf({ embedder: kind });
  const task = { pages, embedder: kind, version: 0 };
  await using history = await unharmedHistory(task, join(folder, `unharmed-${seed}.db`));
  const unharmed = await runChild({ ...task, file: join(folder, `timing-${seed}.db`) });
  const file = join(folder, `killed-${seed}.db`);
  const figures: KillFigures = { rounds: 0, kills: 0, stages: {}, completed: 0, reads: 0, mixed: 0, problems: [] };

  for (let version = 0, kills = 0; figures.rounds < rounds; figures.rounds += 1) {
    const child = runChild({ ...task, version, file }, kills < 3 ? randomKill(random, unharmed.ran) : undefined);
    const [end, reading] = await Promise.all([child, readWhile(file, child)]);
    figures.reads += reading.reads;
    figures.mixed += reading.mixed;
    if (end.killed) {
      kills += 1;
      figures.kills += 1;
      figures.stages[end.last] = (figures.stages[end.last] ?? 0) + 1;
    }
    const before = version === 0 ? undefined : await history.after(version - 1);
    const now = await history.after(version);
    const { problems, shown } = await inspect(file, embedder, end.killed ? [before, now] : [now]);
    figures.problems.push(...problems.map((problem) => `seed ${seed}, round ${figures.rounds}: ${problem}`));
    if (JSON.stringify(shown) === JSON.stringify(now)) {
      figures.completed += 1;
      version += 1;
      kills = 0;
    }
  }
  return figures;
}
