import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, CDPSession } from 'playwright-core';

const RUN_MS = 8;

/** Private memory of a browser's renderers (pages and their workers), in bytes. */
export async function privateMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  let bytes = 0;
  for (const pid of await renderersOf(session)) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    for (const [, kilobytes] of rollup.matchAll(/^Private_Dirty:\s+(\d+) kB$/gmu)) bytes += 1024 * Number(kilobytes);
  }
  await session.detach();
  return bytes;
}

async function renderersOf(session: CDPSession): Promise<readonly number[]> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended.
    }
  }
}

/** Lets the renderers of a browser run only 1/`times` of the time, until disposed. Unlike the browser's own throttling, this includes workers. */
export async function slowProcessor(browser: Browser, times: number): Promise<AsyncDisposable> {
  const session = await browser.newBrowserCDPSession();
  const ending = new AbortController();
  const rounds = (async () => {
    while (!ending.signal.aborted) {
      const pids = await renderersOf(session);
      for (let round = 0; round < 20 && !ending.signal.aborted; round += 1) {
        signalAll(pids, 'SIGSTOP');
        await wait(RUN_MS * (times - 1));
        signalAll(pids, 'SIGCONT');
        await wait(RUN_MS);
      }
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      ending.abort();
      await rounds;
      await session.detach();
    },
  };
}
