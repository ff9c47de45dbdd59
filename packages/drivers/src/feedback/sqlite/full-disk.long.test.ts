import type { Feedback } from '@ibid/core/types';
import { noSmallDisk, playFullDisk, sketchFeedback, type FullDiskSubject } from '@ibid/testkit';
import { describe, expect, test } from 'vitest';
import { sqliteFeedback } from '../sqlite.ts';

const missing = noSmallDisk();

const note = missing === undefined ? '' : ` (skipped: ${missing})`;

function given(number: number): Feedback {
  const requestId = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return { ...sketchFeedback(1), requestId, note: `${number} ${'words '.repeat(70)}` };
}

async function open(file: string): Promise<FullDiskSubject> {
  const driver = sqliteFeedback({ file });
  await driver.open();
  return {
    write: (number) => driver.put(given(number), 1_000_000),
    async missing(numbers) {
      const all = await driver.list({ since: '', limit: 1_000_000 });
      const kept = new Map(all.map((one) => [one.requestId, one.note]));
      return numbers.filter((number) => kept.get(given(number).requestId) !== given(number).note);
    },
    close: () => driver.close(),
  };
}

describe.skipIf(missing !== undefined)(`a full disk${note}`, () => {
  test('loses no acknowledged feedback, is said to be full, and all goes on with room', async () => {
    await expect(playFullDisk(open)).resolves.toBeUndefined();
  }, 60_000);

  test.each([
    ['acknowledges what was not written', { write: () => Promise.resolve() }, 'an instance of IbidError'],
    [
      'says anything else',
      { write: () => Promise.reject(new Error('database or disk is full')) },
      'an instance of IbidError',
    ],
    ['has lost something', { missing: () => Promise.resolve([1]) }, 'to deeply equal []'],
  ])(
    'is found out where a driver %s (planted)',
    async (_, fault, said) => {
      const planted = async (file: string): Promise<FullDiskSubject> => {
        const sound = await open(file);
        let writes = 0;
        // Sound as long as there is room.
        return {
          ...sound,
          ...fault,
          write: (number) => (++writes <= 10 || !('write' in fault) ? sound.write(number) : fault.write()),
        };
      };
      await expect(playFullDisk(planted)).rejects.toThrow(said);
    },
    60_000,
  );
});
