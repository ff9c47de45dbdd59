/**
 * Puts feedback on few requests, one after the other, and says on standard output what was acknowledged, until it is killed. With
 * `early` as third argument it is a planted fault: it says so before it is true. For `kill.long.test.ts`.
 */
import { writeSync } from 'node:fs';
import { sqliteFeedback } from '../sqlite.ts';
import { KILL_MOST, killFeedback } from './kill-feedback.ts';

/** Written at once, so that no acknowledgement is lost in a buffer; a reader that is behind is waited for. */
function say(line: string): void {
  for (;;) {
    try {
      writeSync(1, `${line}\n`);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

const [, , file = '', from = '0', mode] = process.argv;
const driver = sqliteFeedback({ file });
await driver.open();
for (let number = Number(from); ; number++) {
  const putting = driver.put(killFeedback(number), KILL_MOST);
  if (mode !== 'early' || number % 20 === 0) await putting;
  say(String(number));
}
