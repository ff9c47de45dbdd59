import type { AnswerEvent, DraftEvent, ModelFault } from '@ibid/core/types';
import type { ParsedCall, ScriptedReply } from '@ibid/testkit';
import { beforeAll, expect, test } from 'vitest';
import { cutReply, recordedBytes } from './cut-stream-fixture.ts';
import { faultFindings, type Expected } from './fault-findings-fixture.ts';
import {
  openFaultPlace,
  type FaultCase,
  type FaultPlace,
  type FaultPlant,
  type FaultRun,
} from './fault-run-fixture.ts';
import { inParallel } from './in-parallel-fixture.ts';

type Cut = 'cut-clean' | 'cut-reset';
interface CutCase extends FaultCase {
  readonly bytes: number;
  readonly how: Cut;
}

const AT_ONCE = 8;
/** Cases that share a service: it remembers every request. */
const BATCH = 500;
/** A reply is whole when this has come, and its event with it. */
const END = '"finish_reason":"stop"';
const WHOLE: Expected = { shows: 'whole', mayRecover: false, mostCalls: 1 };
const PART: Expected = { ...WHOLE, shows: 'part', mostCalls: 2 };
const PLANTS: Readonly<Record<string, FaultPlant>> = {
  'an agent that takes every end for a good one': {
    answerer: ({ id, draft }) => ({ id, draft: (...given) => credulous(draft(...given)) }),
  },
  'an agent that passes on half a sentence': {
    answerer: ({ id, draft }) => ({ id, draft: (...given) => hasty(draft(...given)) }),
  },
};

/** The names are of one length, for they stand in what is cut. */
function cutCase(bytes: number, how: Cut = 'cut-clean', plant = ''): CutCase {
  const name = `${how} ${String(bytes).padStart(5, '0')} ${plant}`.padEnd(70, '.');
  return { name, bytes, how, script: (call) => cutReply(call, bytes, how) };
}

function cutsOf(step: number, how?: Cut, plant?: string): readonly CutCase[] {
  const { length } = recorded;
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, at) => cutCase(at * step, how, plant));
}

/**
 * From where on the reply may count as whole, and from where on it must: a line end more or less says nothing. One whose connection breaks need not.
 */
function endOf(how: Cut): { readonly may: number; readonly must: number } {
  const must = recorded.indexOf('\n\n', recorded.indexOf(END)) + 2;
  return { may: must - 2, must: how === 'cut-clean' ? must : Infinity };
}

let recorded: Buffer;

beforeAll(async () => {
  let asked: ParsedCall | undefined;
  const script = (call: ParsedCall): ScriptedReply => cutReply((asked = call), Infinity);
  const scouted = { ...cutCase(0), script };
  await using scout = await openFaultPlace([scouted]);
  await scout.run(scouted);
  recorded = recordedBytes(asked!);
});

/** Of each case what a reader was shown beyond what had come, or as more than it is. */
async function play(cases: readonly CutCase[], plant?: FaultPlant): Promise<readonly (readonly string[])[]> {
  const found: (readonly string[])[] = [];
  for (let from = 0; from < cases.length; from += BATCH) {
    const batch = cases.slice(from, from + BATCH);
    await using place = await openFaultPlace(batch);
    found.push(...(await inParallel(batch, AT_ONCE, (of) => findingsOf(place, of, plant))));
    await place.service.idle();
  }
  return found;
}

async function findingsOf(place: FaultPlace, of: CutCase, plant: FaultPlant | undefined): Promise<readonly string[]> {
  const { may, must } = endOf(of.how);
  const run = await place.run(of, plant);
  const isWhole = of.bytes >= must || (of.bytes >= may && faultOf(run) === undefined);
  return [...faultFindings(run, isWhole ? WHOLE : PART, place), ...orderFindings(run, place)];
}

/** Before the fault stands the beginning of the whole answer, and after it what would be said without a model. */
function orderFindings({ name, events }: FaultRun, place: FaultPlace): readonly string[] {
  const at = events.findIndex(({ type }) => type === 'fallback-start');
  const first = texts(at < 0 ? events : events.slice(0, at));
  const then = texts(at < 0 ? [] : events.slice(at));
  const isBeginning = first.every((text, index) => text === place.whole.statements[index]?.text);
  const areExtracts = then.every((text) => place.extract.statements.some((each) => each.text === text));
  return isBeginning && areExtracts ? [] : [`${name}: shows ${[...first, ...then].join(' | ')}`];
}

test.each([
  ['at every third byte', () => cutsOf(3)],
  ['with its connection', () => cutsOf(197, 'cut-reset')],
])(
  'an answer that is cut %s is never shown as a whole one, nor half a sentence of it',
  async (_, cases) => {
    expect((await play(cases())).flat()).toEqual([]);
  },
  300_000,
);

test.each(Object.keys(PLANTS))('%s is found out (planted)', async (name) => {
  const findings = await play(cutsOf(397, 'cut-clean', name), PLANTS[name]);
  expect(findings.filter((found) => found.length > 0).length).toBeGreaterThan(findings.length / 2);
});

function texts(events: readonly AnswerEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'statement-verified' ? [event.statement.text] : []));
}

function faultOf({ events }: FaultRun): ModelFault | undefined {
  const last = events.at(-1);
  return last?.type === 'run-end' ? last.answer.model?.fault : undefined;
}

/** Takes every end for a good one. */
async function* credulous(draft: AsyncIterable<DraftEvent>): AsyncGenerator<DraftEvent> {
  let hasSpoken = false;
  try {
    for await (const event of draft) {
      hasSpoken ||= event.type === 'statement-proposed';
      yield event;
    }
  } catch (error) {
    if (!hasSpoken) throw error;
    yield { type: 'draft-end', outcome: 'answered', reason: 'answered', confidence: 1, warnings: [] };
  }
}

/** Passes on what had come of the next sentence too. */
async function* hasty(draft: AsyncIterable<DraftEvent>): AsyncGenerator<DraftEvent> {
  try {
    yield* draft;
  } catch (error) {
    const text = 'The pump needs fresh oil every 90 days';
    yield { type: 'statement-proposed', kind: 'sentence', text, evidence: [{ label: 'p1' }], side: 0, language: '' };
    throw error;
  }
}
