/**
 * Puts feedback on few requests, one after the other, and says on standard output what was acknowledged, until it is killed. With
 * `early` as third argument it is a planted fault: it says so before it is true. For `kill.long.test.ts`.
 */
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sqliteFeedback } from '../sqlite.ts';
import { KILL_MOST, killFeedback } from './kill-feedback.ts';

const [, , file = '', from = '0', mode] = process.argv;
const driver = sqliteFeedback({ file });
await driver.open();
for (let number = Number(from); ; number++) {
  const putting = driver.put(killFeedback(number), KILL_MOST);
  await (mode === 'early' && number % 20 !== 0 ? sleep(1) : putting);
  // Written at once, so that no acknowledgement is lost in a buffer.
  writeSync(1, `${number}\n`);
}
