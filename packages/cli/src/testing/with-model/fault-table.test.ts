import type { Reservation } from '@ibid/core/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cutCase, FAULTS, FAULT_TIMES, inParallel, modeCase, type ModeCase } from './fault-cases.ts';
import { faultFindings } from './fault-findings.ts';
import { openFaultPlace, type FaultPlace, type FaultPlant } from './fault-run.ts';

const AT_ONCE = 6;
const CASES: readonly ModeCase[] = [
  ...FAULTS.flatMap((fault) => FAULT_TIMES.map((time) => modeCase(fault, time))),
  ...Array.from({ length: 20 }, (_, at) => cutCase(at % 5 === 0 ? 'cut-reset' : 'cut-clean', 1 + at * 401)),
];
const PLANTED: Readonly<
  Record<string, { readonly of: ModeCase; readonly plant: FaultPlant; readonly finding: RegExp }>
> = {
  'an agent that does not look how the answer ended': {
    of: { ...modeCase('finish-length', 'always'), name: 'forgiving' },
    plant: {
      answerer: ({ id, draft }) => ({
        id,
        async *draft(...given) {
          try {
            yield* draft(...given);
          } catch {
            yield { type: 'draft-end', outcome: 'answered', reason: 'answered', confidence: 1, warnings: [] };
          }
        },
      }),
    },
    finding: /shows part passes for a whole one/u,
  },
  'a call that nobody settles': {
    of: { ...modeCase('cut-clean', 'always'), name: 'unsettled' },
    plant: { spending: (budget) => ({ reserve: async (...given) => unsettled(await budget.reserve(...given)) }) },
    finding: /something stays reserved/u,
  },
};

let place: FaultPlace;

beforeAll(async () => {
  place = await openFaultPlace([...CASES, ...Object.values(PLANTED).map(({ of }) => of)]);
}, 120_000);
afterAll(() => place[Symbol.asyncDispose]());

test('every fault ends as promised: at every call, after a search, and at the first call alone', async () => {
  const found = await inParallel(CASES, AT_ONCE, async (of) => faultFindings(await place.run(of), of.expected, place));
  expect(found.flat()).toEqual([]);
}, 120_000);

test.each(Object.entries(PLANTED))('%s is found out (planted)', async (_, { of, plant, finding }) => {
  expect(faultFindings(await place.run(of, plant), of.expected, place).join('\n')).toMatch(finding);
});

function unsettled(reservation: Reservation | undefined): Reservation | undefined {
  if (reservation === undefined) return undefined;
  return { settle: async () => Promise.resolve({ inputTokens: 0, outputTokens: 0, microCost: undefined }) };
}
