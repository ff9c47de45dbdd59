/**
 * Indexes one generation after another and writes the acknowledgements to standard output until it is killed. Starts with the round read
 * from standard input; ends if there is no input. For `kill.long.test.ts`.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { openStore } from '@ibid/core';
import { sqliteStore } from '../../sqlite.ts';
import { putPages, SPACE, START } from '../../../../../testkit/src/store/store-fixture.ts';
import { killPage, killPlan, killUrl } from './kill-pages.ts';

/** Written synchronously, so that no acknowledgement is lost in a buffer. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

const store = await openStore(sqliteStore({ file: process.argv[2] ?? '' }));
say('ready');
const go = once(process.stdin, 'data').then(([data]) => Number(String(data)));
const first = await Promise.race([go, once(process.stdin, 'end').then(() => undefined)]);
if (first === undefined) await store.close();
for (let round = first ?? Number.POSITIVE_INFINITY; Number.isFinite(round); round++) {
  await store.beginBuild(START);
  const { put, deleted } = killPlan(round);
  for (const page of put) {
    await putPages(store, [killPage(page, round)]);
    say(`put ${page} ${round}`);
  }
  await store.deletePages([killUrl(deleted)]);
  await store.publish({ space: SPACE, publishedAt: String(round) });
  say(`published ${round}`);
}
