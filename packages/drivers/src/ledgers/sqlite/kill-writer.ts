/**
 * Reserves and settles on a few lanes at once and says on standard output what was acknowledged, until it is killed. Begins when a
 * day comes in on standard input, or ends when nothing comes. With `early` as second argument it is a planted fault: it
 * says so before it is true. For `kill.long.test.ts`.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { sqliteLedger } from '../sqlite.ts';
import { KILL_LANES, laneAccount, reservedTokens, sharedAccount, usedTokens } from './kill-bookings.ts';

/** Written at once, so that no acknowledgement is lost in a buffer. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

const [, , file = '', mode] = process.argv;
const isEarly = mode === 'early';
const EARLY_BY = 20;

const driver = sqliteLedger({ file });
await driver.open();
say('ready');
const day = await Promise.race([
  once(process.stdin, 'data').then(([chunk]) => String(chunk).trim()),
  once(process.stdin, 'end').then(() => undefined),
]);

async function bookForEver(lane: number, today: string): Promise<void> {
  const shared = sharedAccount(today);
  const accounts = [isEarly ? { ...shared, maxTokens: undefined } : shared, laneAccount(lane)];
  for (let number = 1; ; number++) {
    const id = randomUUID();
    const reserving = driver.reserve({
      id,
      day: today,
      accounts,
      most: { tokens: reservedTokens(number), microCost: number },
    });
    if (!isEarly && (await reserving) !== undefined) continue;
    say(`${lane} reserved ${number}`);
    const settling = driver.settle(id, { tokens: usedTokens(number), microCost: 1 });
    if (!isEarly || number % EARLY_BY === 0) await settling;
    say(`${lane} settled ${number}`);
  }
}

if (day !== undefined) await Promise.all(Array.from({ length: KILL_LANES }, (_, lane) => bookForEver(lane, day)));
await driver.close();
