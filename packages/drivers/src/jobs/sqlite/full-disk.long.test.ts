import type { JobHold } from '@ibid/core/types';
import { noSmallDisk, playFullDisk } from '@ibid/testkit';
import { expect, test } from 'vitest';
import { sqliteJobs } from '../sqlite.ts';
import { KILL_STEPS, killStep } from './kill-steps.ts';

const missing = noSmallDisk();
const note = missing === undefined ? '' : ` (skipped: ${missing})`;
/** The list keeps a hundred. */
const KEPT = 90;

test.skipIf(missing !== undefined)(
  `a full disk loses no acknowledged job, is said to be full, and all goes on with room${note}`,
  async () => {
    const played = playFullDisk(async (file) => {
      const driver = sqliteJobs({ file });
      await driver.open();
      let held: { readonly number: number; readonly hold: JobHold } | undefined;
      /** Ends what a write that failed left behind. */
      const clear = async (): Promise<void> => {
        const [newest] = await driver.list(1);
        if (newest === undefined || newest.state === 'succeeded') return;
        const number = Number(newest.createdAt);
        held ??= { number, hold: (await driver.takeOver(newest.id, 'anyone'))!.hold };
        await held.hold.put(killStep(number, KILL_STEPS - 1));
        held = undefined;
      };
      return {
        async write(number) {
          await clear();
          const added = await driver.add(killStep(number, 0));
          if (added.kind !== 'added') throw new Error('another job is in the way');
          held = { number, hold: added.hold };
          for (let step = 1; step < KILL_STEPS; step++) await added.hold.put(killStep(number, step));
          held = undefined;
        },
        async missing(numbers) {
          const kept = new Set((await driver.list(100)).map(({ createdAt, state }) => `${createdAt} ${state}`));
          return numbers.slice(-KEPT).filter((number) => !kept.has(`${number} succeeded`));
        },
        close: () => driver.close(),
      };
    });
    await expect(played).resolves.toBeUndefined();
  },
  60_000,
);
