/**
 * Appends turns, books calls and stores ratings, one after another, and writes what was acknowledged to standard output, until it is killed.
 * Arguments: a file or the address of a PostgreSQL, and `early` for a planted error: acknowledging before the write is done.
 */
import { writeSync } from 'node:fs';
// Not from the index of the testkit, which loads the test runner: that would take most of the time of a kill.
import {
  booking,
  DAY,
  ledgerAccount,
  sessionIdOf,
  sketchAppended,
  sketchFeedback,
} from '../../../../testkit/src/state/state-fixture.ts';
import { openPostgres } from '../postgres.ts';
import { openSqlite } from '../sqlite.ts';
import { stateOver } from '../state.ts';

const [, , address = '', mode = ''] = process.argv;
const state = stateOver(await (address.includes('://') ? openPostgres({ url: address }) : openSqlite(address)));
/** Small, so that kills also interrupt the dropping of turns. */
const CAPS = { maxBytes: 20_000, maxSessions: 100 };
const most = (await state.ledger.read({ key: 'all', day: DAY })).settled.tokens;
const newest = (await state.sessions.read(sessionIdOf(1)))?.currentTurn ?? 0;
for (let number = Math.max(most, newest) + 1; ; number++) {
  const writing = write(number);
  if (mode !== 'early' || number % 20 === 0) await writing;
  // Written synchronously, so that no acknowledgement is lost in a buffer.
  writeSync(1, `${number}\n`);
}

async function write(number: number): Promise<void> {
  const response = `turn ${number} ${'words '.repeat((number * 37) % 700)}end`;
  const current = (await state.sessions.read(sessionIdOf(1)))?.currentTurn ?? 0;
  for (let next = current + 1; next <= number; next++) {
    await state.sessions.append(sketchAppended(1, next, next === number ? { response } : {}), CAPS);
  }
  const id = `${number}`;
  await state.ledger.reserve({ id, day: DAY, accounts: [ledgerAccount('all')], most: booking(5) });
  await state.ledger.settle(id, booking(1));
  await state.feedback.put(sketchFeedback(number), 1000);
}
