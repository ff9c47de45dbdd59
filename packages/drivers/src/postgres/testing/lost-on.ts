import { isDeepStrictEqual } from 'node:util';
import type { Session } from '@ibid/core/types';
import { ledgerAccount, tokensOf } from '@ibid/testkit';
import { postgresFeedback } from '../../feedback/postgres.ts';
import { postgresJobs } from '../../jobs/postgres.ts';
import { postgresLedger } from '../../ledgers/postgres.ts';
import { postgresSessions } from '../../sessions/postgres.ts';
import { killAppended, killSessionId } from '../../sessions/testing/kill-turns.ts';
import { openPostgres } from '../open-postgres.ts';
import { CAP, SHARED, type Acknowledged } from './load.ts';

/** What was acknowledged and is not on this server, in words; none where all is well. */
export async function lostOn(url: string, acknowledged: Acknowledged): Promise<readonly string[]> {
  const postgres = openPostgres({ url });
  const lost: string[] = [];
  try {
    const sessions = postgresSessions({ postgres });
    const ledger = postgresLedger({ postgres });
    const feedback = postgresFeedback({ postgres });
    const jobs = postgresJobs({ postgres });
    for (const driver of [sessions, ledger, feedback, jobs]) await driver.open();
    for (const [session, newest] of acknowledged.turns) {
      let kept: Session | undefined;
      try {
        kept = await sessions.read(killSessionId(session));
      } catch (error) {
        lost.push(`session ${session}: turn ${newest} acknowledged; ${String(error)}`);
        continue;
      }
      if (kept === undefined || kept.currentTurn < newest || kept.currentTurn > newest + 1) {
        lost.push(`session ${session}: turn ${newest} acknowledged, ${kept?.currentTurn} kept`);
        continue;
      }
      const expected = kept.turns.map(({ number }) => killAppended(session, number).turn);
      if (!isDeepStrictEqual(kept.turns, expected))
        lost.push(`session ${session}: turns are not as they were appended`);
    }
    for (const id of acknowledged.begun) {
      if ((await sessions.read(id)) === undefined) lost.push(`conversation ${id}`);
    }
    for (const id of acknowledged.erased) {
      if ((await sessions.read(id)) !== undefined) lost.push(`erasure of ${id}`);
    }
    for (const [key, settled] of acknowledged.settled) {
      const [kept, reserved] = await tokensOf(ledger, ledgerAccount(key, { day: '' }));
      if (kept !== settled || reserved !== 0) lost.push(`${key}: ${settled} settled, ${kept} + ${reserved} kept`);
    }
    const [settled, reserved] = await tokensOf(ledger, SHARED);
    if (settled + reserved > CAP) lost.push(`the cap of ${CAP} was passed: ${settled} + ${reserved}`);
    const requests = new Set((await feedback.list({ since: '', limit: 1_000_000 })).map(({ requestId }) => requestId));
    for (const id of acknowledged.feedback) if (!requests.has(id)) lost.push(`feedback ${id}`);
    // The list keeps a hundred.
    for (const id of acknowledged.ended.slice(-90)) {
      if ((await jobs.get(id))?.state !== 'succeeded') lost.push(`job ${id}`);
    }
  } finally {
    await postgres.close();
  }
  return lost;
}
