import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { ibid, serveIbid, type Served } from '../../../packages/cli/src/testing/run-ibid.ts';
import { panelDriver } from './panel-driver.ts';
import { serveFiles, type ServedFiles } from './serve-files.ts';
import { visit, type Visit } from './visit.ts';

/** A page with the panel on a static host, with an index written by `ibid index … --static`. It is removed when the test ends. */
export interface SmallSite {
  /** Folder that is served. */
  readonly folder: string;
  readonly host: ServedFiles;
  publish(port: number, ...flags: readonly string[]): Promise<void>;
  /** Runs a command of `ibid` to its end in the folder that contains the pages, and returns its output. */
  run(...args: readonly string[]): Promise<string>;
  /** Starts `ibid serve` there as a process, which ends with the test. */
  serve(...flags: readonly string[]): Promise<Served>;
}

/** Copies of sites after their first publication, by its settings: equal ones are indexed once in a process. */
const published = new Map<string, string>();

export async function openSmallSite(): Promise<SmallSite> {
  const place = await mkdtemp(join(tmpdir(), 'ibid-small-site-'));
  onTestFinished(() => rm(place, { recursive: true }));
  const folder = join(place, 'site');
  await mkdir(folder);
  await mkdir(join(place, 'docs'));
  const script = '<script type="module" src="/ibid/ibid-ask.js" data-api="static:/ibid"></script>';
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html data-has-hydrated=true><title>Home</title>${script}<main><h1>Home</h1></main>`,
  );
  const host = await serveFiles(folder, '/');
  onTestFinished(() => host[Symbol.asyncDispose]());
  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await ibid(place, ...args);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };
  return {
    folder,
    host,
    run,
    async serve(...flags) {
      const served = await serveIbid(place, flags);
      onTestFinished(() => served.run[Symbol.asyncDispose]());
      return served;
    },
    async publish(port, ...flags) {
      const key = JSON.stringify([port, flags]);
      const earlier = published.get(key);
      const isFirst = !existsSync(join(folder, 'ibid'));
      if (isFirst && earlier !== undefined) return cp(earlier, place, { recursive: true });
      await writeFile(join(place, 'docs/server.md'), `# Server\n\n## Change the port\n\nGive \`--port ${port}\`.\n`);
      await writeFile(join(place, 'docs/logging.md'), '# Logging\n\nLogs are written to standard error.\n');
      await run('index', 'docs', '--site-url', 'https://docs.example.org', '--static', 'site/ibid', ...flags);
      if (!isFirst) return;
      const copy = await mkdtemp(join(process.env['IBID_TEST_FOLDER']!, 'site-'));
      await cp(place, copy, { recursive: true });
      published.set(key, copy);
    },
  };
}

export async function openPage(browser: Browser, site: SmallSite): Promise<Visit> {
  const visited = await visit(browser, site.host.root, { viewport: { width: 1200, height: 800 } });
  onTestFinished(() => visited[Symbol.asyncDispose]());
  return visited;
}

/** Asks and returns the text of the answer. */
export async function ask(page: Page, question: string): Promise<string> {
  const panel = panelDriver(page);
  if (!(await panel.dialog.isVisible())) await panel.open();
  return (await panel.ask(question)).innerText();
}
