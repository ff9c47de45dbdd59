import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { mountSmallDisk, noSmallDisk, playFullDisk } from '@ibid/testkit';
import { expect, test } from 'vitest';
import { sqliteSessions } from '../sqlite.ts';
import { killAppended, killSessionId } from '../testing/kill-turns.ts';

const CAPS = { maxBytes: 100_000_000, maxSessions: 1_000_000 };
const missing = noSmallDisk();
const note = missing === undefined ? '' : ` (skipped: ${missing})`;

/** Each write is a conversation of its own or another turn of the first. */
function place(number: number): string {
  return number % 2 === 0 ? killSessionId(1) : `00000000-0000-4000-8000-1${String(number).padStart(11, '0')}`;
}

test.skipIf(missing !== undefined)(
  `a full disk loses no acknowledged turn, is said to be full, and all goes on with room${note}`,
  async () => {
    const played = playFullDisk(async (file) => {
      const driver = sqliteSessions({ file });
      await driver.open();
      const turns = new Map<number, number>();
      return {
        async write(number) {
          const sessionId = place(number);
          const at = ((await driver.read(sessionId))?.currentTurn ?? 0) + 1;
          await driver.append({ ...killAppended(1, at), sessionId }, CAPS);
          turns.set(number, at);
        },
        async missing(numbers) {
          const found = await Promise.all(
            numbers.map(async (number) => {
              const kept = await driver.read(place(number));
              const at = turns.get(number) ?? kept?.currentTurn ?? 0;
              return isDeepStrictEqual(
                kept?.turns.find((turn) => turn.number === at),
                killAppended(1, at).turn,
              );
            }),
          );
          return numbers.filter((_, i) => !found[i]);
        },
        close: () => driver.close(),
      };
    });
    await expect(played).resolves.toBeUndefined();
  },
  60_000,
);

test.skipIf(missing !== undefined)(
  `what is deleted on a full disk is gone, or it is said that it is not${note}`,
  async () => {
    const disk = mountSmallDisk(2 << 20);
    const driver = sqliteSessions({ file: join(disk.path, 'kept.db') });
    try {
      await driver.open();
      const ids = Array.from({ length: 60 }, (_, i) => `00000000-0000-4000-8000-2${String(i).padStart(11, '0')}`);
      for (const [i, sessionId] of ids.entries()) await driver.append({ ...killAppended(i, 1), sessionId }, CAPS);
      const refusals: unknown[] = [];
      for (const [i, id] of ids.entries()) {
        disk.makeRoom();
        disk.fill((i % 12) * 4096);
        const isDeleted = await driver.delete(id).catch((error: unknown) => {
          refusals.push(error);
          return false;
        });
        expect((await driver.read(id)) === undefined).toBe(isDeleted);
      }
      // Otherwise there was room for all.
      expect(refusals.length).toBeGreaterThan(0);
      expect(refusals.length).toBeLessThan(ids.length);
      for (const error of refusals) expect(error).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true });
    } finally {
      await driver.close();
      disk.close();
    }
  },
  60_000,
);
