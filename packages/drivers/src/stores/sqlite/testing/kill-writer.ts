/**
 * Indexes one generation after another and writes the acknowledgements to standard output until it is killed. Arguments: the file and the
 * first round. For `kill.long.test.ts`.
 */
import { writeSync } from 'node:fs';
import { openStore } from '@ibid/core';
import { sqliteStore } from '../../sqlite.ts';
import { putPages, SPACE, START } from '../../../../../testkit/src/store/store-fixture.ts';
import { killPage, killPlan, killUrl } from './kill-pages.ts';

/** Written synchronously, so that no acknowledgement is lost in a buffer. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

const [, , file = '', first = ''] = process.argv;
const store = await openStore(sqliteStore({ file }));
say('ready');
for (let round = Number(first); ; round++) {
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
