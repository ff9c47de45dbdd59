import type { LoadContext } from '@docusaurus/types';
import { configIn, openParser, runCli } from 'ibid';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { say } from '../index-site/index-output.ts';
import { runIndex } from '../index-site/run-index.ts';
import type { CheckedOptions } from '../options/plugin-options.ts';
import type { WrittenPage } from './written-pages.ts';
import { writtenSource } from './written-source.ts';

/** Milliseconds. One save often changes several files, and Docusaurus reports each of them. */
const PAUSE_MS = 150;
/** Milliseconds. A question waits at most this long for edits to be indexed, then is answered from the index as it is. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 50;

/** Index and API of a development server. */
export interface DevSession {
  /** Replaces the pages of the site. */
  update(pages: readonly WrittenPage[]): void;
  /** Resolves to the address of the API once everything written so far is indexed, or after `PATIENCE_MS`. */
  address(): Promise<string>;
}

/** Docusaurus recreates the plugin whenever the site's configuration changes; index and server persist on the process. */
const SESSIONS = Symbol.for('ibid.docusaurus.dev');
type Holder = { [SESSIONS]?: Map<string, Promise<DevSession>> };

/** Returns the session of the site and opens it on the first call. */
export function devSession(
  site: Pick<LoadContext, 'siteDir' | 'siteConfig'>,
  options: CheckedOptions,
): Promise<DevSession> {
  const { siteDir } = site;
  const sessions = ((process as Holder)[SESSIONS] ??= new Map());
  const known = sessions.get(siteDir) ?? openSession(site, options);
  sessions.set(siteDir, known);
  return known;
}

async function openSession(
  { siteDir, siteConfig: { title } }: Parameters<typeof devSession>[0],
  options: CheckedOptions,
): Promise<DevSession> {
  // A separate index, because pages being edited are not published.
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
      const { report, lines } = await runIndex({ source, siteDir, index, options, parser });
      if (!report.unchanged || report.failed.length > 0 || !isServing) for (const line of lines()) say(line);
      await serve();
    },
    onFailure: (error) =>
      say(`The pages could not be indexed, and answers stay as they were: ${(error as Error).message}`),
  });

  async function serve(): Promise<void> {
    if (isServing || !existsSync(index)) return;
    isServing = true;
    const config = configIn(siteDir);
    const flags = ['--index', index, '--title', title, '--port', String(port), '--log', 'off', '--quiet'];
    const ended = serveUntilEnd(['serve', ...flags, ...(config === undefined ? [] : ['--config', config])]);
    await Promise.race([ended, listening(port, () => isServing)]);
  }

  async function serveUntilEnd(command: readonly string[]): Promise<void> {
    const code = await runCli(command);
    isServing = false;
    if (code !== 0) say(`The API has ended (exit code ${code}); the next edit starts it again.`);
  }

  return {
    update(pages) {
      known = pages;
      live.update(pages);
    },
    async address() {
      // Docusaurus reports an edit with a short delay. A question asked in between should include what was just written.
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

/** Resolves once a server responds on the port, or once `isExpected` returns false. */
async function listening(port: number, isExpected: () => boolean): Promise<void> {
  while (isExpected()) {
    const reply = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    if (reply !== undefined) return;
    await wait(LOOK_MS);
  }
}

/** Returns a free port of this machine. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Runs one indexing at a time, always for the newest state: a state that arrives during a run waits for its end, and a newer one replaces
 * it. A failed run is reported and not repeated, because the next edit may fix it.
 */
export interface LiveIndex<State> {
  /** Sets a new state. It is indexed after a pause without a newer one. */
  update(state: State): void;
  /** Resolves when everything set so far is indexed or has failed. Never rejects. */
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
      // The caller need not wait for the pause, so start at once.
      for (let run = start(); run !== undefined; run = start()) await run;
    },
  };
}
