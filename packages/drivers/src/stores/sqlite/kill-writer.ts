/**
 * Indexes one generation after the other and says on standard output what was acknowledged, until it is killed. For
 * `kill.test.ts`.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { openStore } from '@ibid/core';
import { sqliteStore } from '../sqlite.ts';
import { KILL_BUILD, KILL_SPACE, killPage, killPlan, killUrl, killVectors } from './kill-pages.ts';

/** Written at once, so that no acknowledgement is lost in a buffer. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

const store = await openStore(sqliteStore({ file: process.argv[2] ?? '' }));
say('ready');
const [go] = (await once(process.stdin, 'data')) as [Buffer];
for (let round = Number(go.toString()); ; round++) {
  await store.beginBuild(KILL_BUILD);
  await store.putSpace(KILL_SPACE, 0);
  const { put, deleted } = killPlan(round);
  for (const page of put) {
    const indexed = killPage(page, round);
    await store.putPage(indexed);
    say(`put ${page} ${round}`);
    await store.putVectors(killVectors(indexed));
  }
  await store.deletePages([killUrl(deleted)]);
  await store.publish({ spaceId: KILL_SPACE.id, publishedAt: String(round) });
  say(`published ${round}`);
}
