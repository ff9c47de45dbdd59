import type { DraftEvent, Reservation, Statement } from '@ibid/core';
import { WORDED } from '@ibid/core';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAULTS, FAULT_TIMES, modeCase, type ModeCase } from './fault-cases-fixture.ts';
import { faultFindings } from './fault-findings-fixture.ts';
import { faultPage } from './fault-page-fixture.ts';
import { openFaultPlace, type FaultPlace, type FaultPlant, type FaultRun } from './fault-run-fixture.ts';
import { inParallel } from './in-parallel-fixture.ts';

const PAGE = join(import.meta.dirname, '../../../../docs/guide/model-faults.md');
const AT_ONCE = 6;
const CASES: readonly ModeCase[] = FAULTS.flatMap((fault) =>
  (['chat', 'responses'] as const).flatMap((api) => FAULT_TIMES.map((time) => modeCase(fault, api, time))),
);

interface Planted {
  readonly of: ModeCase;
  readonly plant: FaultPlant;
  /** Changes what was seen. */
  readonly doctored?: (run: FaultRun) => FaultRun;
  readonly finding: RegExp;
}

const proposed: DraftEvent[] = [];
const planted = (name: string, fault: ModeCase['fault']): ModeCase => ({ ...modeCase(fault, 'chat', 'always'), name });
const PLANTED: Readonly<Record<string, Planted>> = {
  'a gate that lets everything out': {
    of: planted('ungated', 'fake-citations'),
    plant: { answerer: (agent) => ({ id: agent.id, draft: (...given) => heard(agent.draft(...given)) }) },
    doctored: ungated,
    finding: /no page says: A service answers twice\./u,
  },
  'an agent that does not look how the answer ended': {
    of: planted('forgiving', 'finish-length'),
    plant: { answerer: (agent) => ({ id: agent.id, draft: (...given) => forgiven(agent.draft(...given)) }) },
    finding: /shows part passes for a whole one/u,
  },
  'an agent that asks until it is answered': {
    of: planted('stubborn', '400-context-length'),
    plant: { answerer: (agent) => ({ id: agent.id, draft: (...given) => thrice(() => agent.draft(...given)) }) },
    finding: /3 calls/u,
  },
  'a call that nobody settles': {
    of: planted('unsettled', 'cut-clean'),
    plant: { spending: (budget) => ({ reserve: async (...given) => unsettled(await budget.reserve(...given)) }) },
    finding: /something stays reserved/u,
  },
};

let place: FaultPlace;
let runs: ReadonlyMap<string, FaultRun>;

beforeAll(async () => {
  place = await openFaultPlace([...CASES, ...Object.values(PLANTED).map(({ of }) => of)]);
  const patient = CASES.filter(({ deadlines }) => deadlines !== undefined);
  const others = CASES.filter((each) => !patient.includes(each));
  const done = await Promise.all([
    inParallel(patient, patient.length, (of) => place.run(of)),
    inParallel(others, AT_ONCE, (of) => place.run(of)),
  ]);
  runs = new Map(done.flat().map((run) => [run.name, run]));
}, 120_000);
afterAll(() => place[Symbol.asyncDispose]());

test('every fault ends as promised: at every call, after a search, and at the first call alone', () => {
  const findings = CASES.flatMap(({ name, expected }) => faultFindings(runs.get(name)!, expected, place));
  expect(findings).toEqual([]);
});

test('the page for owners tells what happened', async () => {
  await expect(faultPage(runs, place)).toMatchFileSnapshot(PAGE);
});

test('no socket and no reply is left open', async () => {
  await place.service.idle();
  await expect.poll(() => place.service.openSockets()).toBe(0);
  expect(place.service.openReplies()).toBe(0);
});

test.each(Object.entries(PLANTED))('%s is found out (planted)', async (_, { of, plant, doctored, finding }) => {
  const run = await place.run(of, plant);
  const findings = faultFindings(doctored?.(run) ?? run, of.expected, place);
  expect(findings.join('\n')).toMatch(finding);
});

async function* heard(draft: AsyncIterable<DraftEvent>): AsyncGenerator<DraftEvent> {
  for await (const event of draft) {
    proposed.push(event);
    yield event;
  }
}

/** As if everything that was proposed had been shown, with a footnote where there is any. */
function ungated(run: FaultRun): FaultRun {
  const statements = proposed.flatMap((event): Statement[] =>
    event.type === 'statement-proposed' ? [{ ...WORDED, ...event, citations: [1] }] : [],
  );
  const events = run.events.map((event) =>
    event.type === 'run-end' ? { ...event, answer: { ...event.answer, statements } } : event,
  );
  return { ...run, events };
}

async function* forgiven(draft: AsyncIterable<DraftEvent>): AsyncGenerator<DraftEvent> {
  try {
    yield* draft;
  } catch {
    yield { type: 'draft-end', outcome: 'answered', reason: 'answered', confidence: 1, warnings: [] };
  }
}

async function* thrice(draft: () => AsyncIterable<DraftEvent>): AsyncGenerator<DraftEvent> {
  for (let left = 2; left > 0; left--) {
    try {
      return yield* draft();
    } catch {
      // Again.
    }
  }
  yield* draft();
}

function unsettled(reservation: Reservation | undefined): Reservation | undefined {
  if (reservation === undefined) return undefined;
  return { settle: async () => Promise.resolve({ inputTokens: 0, outputTokens: 0, microCost: undefined }) };
}
