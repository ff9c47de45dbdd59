import { openQdrantService, type QdrantService } from '@ibid/testkit';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Condition, Payload, QdrantCalls } from './client/qdrant-calls.ts';
import { qdrantCalls } from './client/rest-calls.ts';
import { playHistory, type Planted } from './late-builds-fixture.ts';
import { arbitraryHistory, twiceWritten, twiceWrittenMeanwhile } from './late-histories-fixture.ts';

/** Whose state says this, whatever it is. */
function misread(told: Payload): (sound: QdrantCalls) => QdrantCalls {
  return (sound) => ({
    ...sound,
    retrieve: async (...args) =>
      (await sound.retrieve(...args)).map((point) => {
        const known = Object.entries(told).filter(([key]) => point.payload[key] !== undefined);
        return { ...point, payload: { ...point.payload, ...Object.fromEntries(known) } };
      }),
  });
}

/** Who believes that nothing was given up before what is on show. */
function misreadShown(sound: QdrantCalls): QdrantCalls {
  return {
    ...sound,
    retrieve: async (...args) =>
      (await sound.retrieve(...args)).map((point) => {
        const { shown } = point.payload;
        if (typeof shown !== 'string' || shown === 'null') return point;
        const told = JSON.stringify({ ...(JSON.parse(shown) as object), givenUp: [] });
        return { ...point, payload: { ...point.payload, shown: told } };
      }),
  };
}

/** Who finds no trace of another who counted. */
function trustCounts(sound: QdrantCalls): QdrantCalls {
  return {
    ...misread({ recount: false })(sound),
    count: async (name, filter, options) =>
      JSON.stringify(filter).includes('"newest"') ? 0 : sound.count(name, filter, options),
  };
}

function comparesFrom(condition: Condition): boolean {
  return 'key' in condition && condition.key === 'from';
}

/** Whose counts have in them what was given up. */
function miscount(sound: QdrantCalls): QdrantCalls {
  return {
    ...sound,
    count: (name, filter, options) => {
      const { must_not: not = [], ...rest } = filter;
      return sound.count(name, { ...rest, must_not: not.filter((condition) => !comparesFrom(condition)) }, options);
    },
  };
}

const FAULTS: Readonly<Record<string, Planted>> = {
  'a reader that ignores which epochs were given up': { reader: misreadShown },
  'a writer that ignores which epochs were given up': { writer: misread({ dropped: [] }) },
  'a writer that goes on with counts which another build may yet write': { writer: trustCounts },
};

/** Plays so many histories of builds whose writes come late. */
export function describeLateWrites(runs: number): void {
  let service: QdrantService;
  let calls: QdrantCalls;
  let bases = 0;
  beforeAll(async () => {
    service = await openQdrantService({ strictMode: true });
    // Nothing else is late, however busy the machine is.
    calls = qdrantCalls({ url: service.url, timeoutMs: 60_000 });
  });
  afterAll(async () => {
    await calls.close();
    await service.close();
  });

  describe('what comes late of builds that were given up', () => {
    test('is seen by nobody, whatever it is and whenever it comes', { timeout: 10_000 * runs }, async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryHistory, async (history) => {
          expect(await playHistory(calls, `late-${bases++}`, history)).toEqual([]);
        }),
        { numRuns: runs, endOnFailure: true },
      );
    });

    test.each([
      ['after the next build', twiceWritten],
      ['during the next build', twiceWrittenMeanwhile],
    ])('is seen by nobody where it is all that they wrote, and comes %s', { timeout: 60_000 }, async (_, history) => {
      expect(await playHistory(calls, `late-${bases++}`, history)).toEqual([]);
    });

    test('shows a writer that counts what was given up (planted)', { timeout: 60_000 }, async () => {
      const planted = { writer: miscount };
      const outcome = playHistory(calls, `late-${bases++}`, twiceWrittenMeanwhile, planted);
      const wrong = await outcome.catch((error: unknown) => [String(error)]);
      expect(wrong).toContainEqual(expect.stringContaining('nothing was published'));
    });

    for (const [fault, planted] of Object.entries(FAULTS)) {
      test(`shows ${fault} (planted)`, { timeout: 60_000 }, async () => {
        expect(await playHistory(calls, `late-${bases++}`, twiceWritten, planted)).not.toEqual([]);
      });
    }
  });

  test('every request so far fits the published shapes', () => {
    expect(service.violations).toEqual([]);
  });
}
