import type { LedgerAccount } from '@ibid/core/types';
import { booking, ledgerAccount, newReservationId, noSmallDisk, playFullDisk, tokensOf } from '@ibid/testkit';
import { expect, test } from 'vitest';
import { sqliteLedger } from '../sqlite.ts';

const missing = noSmallDisk();
const note = missing === undefined ? '' : ` (skipped: ${missing})`;

function ownOf(number: number): LedgerAccount {
  return ledgerAccount(`client:${number}`);
}

test.skipIf(missing !== undefined)(
  `a full disk loses no acknowledged booking, is said to be full, and all goes on with room${note}`,
  async () => {
    const all = ledgerAccount('all');
    /** What was acknowledged: reserved by this process, and settled for good. */
    const acknowledged = { reserved: 0, settled: 0 };
    const played = playFullDisk(async (file) => {
      const driver = sqliteLedger({ file });
      await driver.open();
      return {
        async write(number) {
          const id = newReservationId();
          const accounts = file.endsWith('new.db') ? [ownOf(number)] : [all, ownOf(number)];
          await driver.reserve({ id, day: all.day, accounts, most: booking(2) });
          acknowledged.reserved += 2;
          await driver.settle(id, booking(1));
          acknowledged.reserved -= 2;
          acknowledged.settled += 1;
        },
        async missing(numbers) {
          if (numbers.length > 0)
            expect(await tokensOf(driver, all)).toEqual([acknowledged.settled, acknowledged.reserved]);
          const totals = await Promise.all(numbers.map((number) => tokensOf(driver, ownOf(number))));
          return numbers.filter((_, i) => totals[i]![0] !== 1 || totals[i]![1] !== 0);
        },
        close: () => driver.close(),
      };
    });
    await expect(played).resolves.toBeUndefined();
  },
  60_000,
);
