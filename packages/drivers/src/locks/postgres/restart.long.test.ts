import { setTimeout as sleep } from 'node:timers/promises';
import { debianPostgresFolder, startDebianPostgres } from '@ibid/testkit';
import { expect, test } from 'vitest';
import { openPostgres } from '../../postgres/open-postgres.ts';
import { postgresLock } from '../postgres.ts';

const isMissing = debianPostgresFolder() === undefined;
const [BEAT_MS, PATIENCE_MS] = [300, 1000];

test.skipIf(isMissing)(
  `a server that was away for longer than anyone's patience makes no holder look dead${isMissing ? ' (skipped: PostgreSQL is not installed)' : ''}`,
  async () => {
    const server = await startDebianPostgres();
    const grounds = [1, 2].map(() => openPostgres({ url: server.url }));
    const [own, other] = grounds.map((postgres) =>
      postgresLock({ postgres, name: 'one', beatMs: BEAT_MS, patienceMs: PATIENCE_MS }),
    );
    try {
      const held = await own!.acquire();
      await server.stop('kill');
      await sleep(2 * PATIENCE_MS);
      await server.start();
      await expect(other!.acquire()).rejects.toMatchObject({ code: 'STORE_BUSY' });
      await sleep(2 * BEAT_MS);
      expect(held.lost.aborted).toBe(false);
      await held.release();
      await (await other!.acquire()).release();
    } finally {
      for (const postgres of grounds) await postgres.close();
      await server.close();
    }
  },
  60_000,
);
