/** The process that is killed: one run over a generated site into a SQLite file, told by its first argument. */
import { openStore } from '@ibid/core';
import type { StoreDriver } from '@ibid/core/types';
import { ingest } from '@ibid/core/ingest';
import { inlineParser } from '@ibid/core/parse';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { hashEmbedder } from '@ibid/drivers/embedders/hash';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { scriptedSource } from '@ibid/testkit';
import { generatedSite } from './generated-site.ts';

export interface KillTask {
  readonly file: string;
  readonly pages: number;
  readonly version: number;
  readonly embedder: 'hash' | 'builtin';
  /** Plants a defect: this page is first written half, and the process dies between the two writes. */
  readonly dieInPage?: number;
  /** Stops for good before this page is written. */
  readonly hangAtPage?: number;
}

const task = JSON.parse(process.argv[2]!) as KillTask;
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

function tampered(driver: StoreDriver): StoreDriver {
  let written = 0;
  return {
    ...driver,
    putPage: async (page, call) => {
      written += 1;
      if (written === task.hangAtPage) {
        say('hanging');
        await new Promise((resolve) => setTimeout(resolve, 600_000));
      }
      if (written === task.dieInPage) {
        await driver.putPage({ ...page, chunks: page.chunks.slice(0, 1) }, call);
        process.kill(process.pid, 'SIGKILL');
        await new Promise(() => undefined);
      }
      await driver.putPage(page, call);
    },
  };
}

const driver = sqliteStore({ file: task.file });
await using store = await openStore(
  task.dieInPage === undefined && task.hangAtPage === undefined ? driver : tampered(driver),
);
say('go');
await ingest({
  store,
  source: scriptedSource(generatedSite(task)),
  parser: inlineParser(),
  embedder: task.embedder === 'hash' ? hashEmbedder() : builtinEmbedder(),
  now: () => new Date(),
  onProgress: ({ stage }) => void say(stage),
});
say('done');
