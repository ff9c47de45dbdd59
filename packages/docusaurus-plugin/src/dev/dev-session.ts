import { openParser, runCli } from 'ibid';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { indexOutput } from '../index-site/index-output.ts';
import { runIndex } from '../index-site/run-index.ts';
import type { CheckedOptions } from '../options/plugin-options.ts';
import { ibidConfig } from '../site/site-settings.ts';
import type { WrittenPage } from './written-pages.ts';
import { writtenSource } from './written-source.ts';

/** One save often touches several files, and Docusaurus tells of each. */
const PAUSE_MS = 150;
/** A question waits this long for edits to be indexed, and then is answered from what there is. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 50;

/** Index and API of a development server. */
export interface DevSession {
  /** Takes over what the site consists of now. */
  update(pages: readonly WrittenPage[]): void;
  /** Address of the API, once everything that was written so far can be asked about. */
  address(): Promise<string>;
}

/** The plugin is made anew whenever the configuration of the site changes; index and server stay. */
const SESSIONS = Symbol.for('ibid.docusaurus.dev');
type Holder = { [SESSIONS]?: Map<string, Promise<DevSession>> };

/** That of the site, opened when it is first asked for. */
export function devSession(siteDir: string, options: CheckedOptions): Promise<DevSession> {
  const sessions = ((process as Holder)[SESSIONS] ??= new Map());
  const known = sessions.get(siteDir) ?? openSession(siteDir, options);
  sessions.set(siteDir, known);
  return known;
}

async function openSession(siteDir: string, options: CheckedOptions): Promise<DevSession> {
  const output = indexOutput(process.stderr);
  // Of its own: what is being written is not what is published.
  const index = resolve(siteDir, options.index.replace(/(?:\.db)?$/u, '.dev.db'));
  const port = options.dev.port === 0 ? await freePort() : options.dev.port;
  const parser = await openParser();
  let isServing = false;
  let known: readonly WrittenPage[] = [];
  let readAt = 0;

  const live = liveIndex<readonly WrittenPage[]>({
    pause: PAUSE_MS,
    async run(pages) {
      readAt = Date.now();
      const source = writtenSource(siteDir, pages);
      const { embedder } = options;
      const { report, lines } = await runIndex({ source, siteDir, index, embedder, parser, output });
      if (!report.unchanged || report.failed.length > 0 || !isServing) for (const line of lines()) output.line(line);
      await serve();
    },
    onFailure: (error) =>
      output.line(`The pages could not be indexed, and answers stay as they were: ${(error as Error).message}`),
  });

  async function serve(): Promise<void> {
    if (isServing || !existsSync(index)) return;
    isServing = true;
    const config = ibidConfig(siteDir);
    const flags = ['--index', index, '--port', String(port), '--log', 'off', '--quiet'];
    const ended = serveUntilEnd(['serve', ...flags, ...(config === undefined ? [] : ['--config', config])]);
    await Promise.race([ended, listening(port, () => isServing)]);
  }

  async function serveUntilEnd(command: readonly string[]): Promise<void> {
    const code = await runCli(command);
    isServing = false;
    if (code !== 0) output.line(`The API has ended (exit code ${code}); the next edit starts it again.`);
  }

  return {
    update(pages) {
      known = pages;
      live.update(pages);
    },
    async address() {
      // Docusaurus tells of an edit a moment after it; whoever asks in that moment means what they have just written.
      if (await isEdited(known, readAt)) live.update(known);
      await Promise.race([live.settled(), wait(PATIENCE_MS, undefined, { ref: false })]);
      return `http://127.0.0.1:${port}`;
    },
  };
}

async function isEdited(pages: readonly WrittenPage[], since: number): Promise<boolean> {
  const files = await Promise.all(pages.map(({ file }) => stat(file).catch(() => undefined)));
  return files.some((found) => (found?.mtimeMs ?? 0) > since);
}

/** Resolves when somebody listens there, or when that is not to be expected any more. */
async function listening(port: number, isExpected: () => boolean): Promise<void> {
  while (isExpected()) {
    const reply = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    if (reply !== undefined) return;
    await wait(LOOK_MS);
  }
}

/** A port of this machine that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * One run at a time, the newest state only: a state that comes while a run is under way waits for its end, and one that comes after it
 * takes its place. A run that fails is told and forgotten, because the next edit may fix it.
 */
export interface LiveIndex<State> {
  /** Takes over a new state; it is indexed after a pause in which nothing newer comes. */
  update(state: State): void;
  /** Resolves when all that was taken over so far is indexed or has failed. Never rejects. */
  settled(): Promise<void>;
}

export function liveIndex<State>(options: {
  readonly run: (state: State) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  /** Milliseconds. */
  readonly pause: number;
}): LiveIndex<State> {
  let waiting: { readonly state: State } | undefined;
  let working: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function work(): Promise<void> {
    while (waiting !== undefined) {
      const { state } = waiting;
      waiting = undefined;
      await options.run(state).catch(options.onFailure);
    }
    working = undefined;
  }

  function start(): Promise<void> | undefined {
    clearTimeout(timer);
    if (waiting !== undefined) working ??= work();
    return working;
  }

  return {
    update(state) {
      waiting = { state };
      clearTimeout(timer);
      timer = setTimeout(start, options.pause);
    },
    async settled() {
      // Whoever asks now need not wait for the pause.
      for (let run = start(); run !== undefined; run = start()) await run;
    },
  };
}
