/**
 * Appends turns to a few sessions at once and says on standard output what was acknowledged, until it is killed. Begins when a
 * line comes in on standard input, or ends when nothing comes. Arguments: URL, schema, and `early` for a planted fault: it says so
 * before it is true. For `kill.long.test.ts`.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { openSessionStore } from '@ibid/core';
import { openPostgres } from '../../postgres/open-postgres.ts';
import { postgresSessions } from '../postgres.ts';
import { KILL_CAPS, KILL_SESSIONS, killAppended, killSessionId } from '../testing/kill-turns.ts';

/** Written at once, so that no acknowledgement is lost in a buffer. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

const [, , url = '', schema = '', mode] = process.argv;
const isEarly = mode === 'early';
const EARLY_BY = 20;

const postgres = openPostgres({ url, schema });
const store = await openSessionStore(postgresSessions({ postgres }));
say('ready');
const goes = await Promise.race([
  once(process.stdin, 'data').then(() => true),
  once(process.stdin, 'end').then(() => false),
]);

async function appendForEver(session: number): Promise<void> {
  const before = await store.read(killSessionId(session));
  for (let number = (before?.currentTurn ?? 0) + 1; ; number++) {
    const appending = store.append(killAppended(session, number), KILL_CAPS);
    // Killed before it is answered.
    appending.catch(() => undefined);
    if (!isEarly || number % EARLY_BY === 0) await appending;
    say(`${session} ${number}`);
  }
}

if (goes) await Promise.all(Array.from({ length: KILL_SESSIONS }, (_, session) => appendForEver(session)));
await store.close();
await postgres.close();
