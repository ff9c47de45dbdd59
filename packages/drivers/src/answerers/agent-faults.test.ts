import type { ModelFault } from '@ibid/core/types';
import { MODEL_FAULTS_SERVED, type ModelFaultMode } from '@ibid/testkit';
import { expect, it } from 'vitest';
import { agentPlace, briefOf, drafted, furtherSearch } from './testing/agent-place.ts';

const GOOD = [
  'Topics are named buses over which nodes exchange messages.',
  'A service answers a request once.',
  'An action reports progress until it is done.',
];

interface Expected {
  /** `undefined` = the draft is whole. */
  readonly fault: ModelFault | undefined;
  /** Calls that reach the service. */
  readonly calls: number;
  /** What the last call is charged: what the service reports, all that was reserved, or nothing. */
  readonly charged: 'reported' | 'all' | 'nothing';
  /** Whether something of the answer may be shown before it fails. */
  readonly isPart?: true;
}

const TABLE: Readonly<Record<ModelFaultMode, Expected>> = {
  'reset-before-headers': { fault: 'unavailable', calls: 2, charged: 'all' },
  'hang-before-headers': { fault: 'too-slow', calls: 1, charged: 'all' },
  'hang-after-headers': { fault: 'too-slow', calls: 1, charged: 'all' },
  'stall-after-first-token': { fault: 'too-slow', calls: 1, charged: 'all', isPart: true },
  'cut-clean': { fault: 'stopped', calls: 1, charged: 'all', isPart: true },
  'cut-reset': { fault: 'stopped', calls: 1, charged: 'all', isPart: true },
  'html-200': { fault: 'unusable', calls: 1, charged: 'all' },
  'redirect-elsewhere': { fault: 'unavailable', calls: 1, charged: 'nothing' },
  '401': { fault: 'unavailable', calls: 1, charged: 'nothing' },
  '429': { fault: 'unavailable', calls: 1, charged: 'nothing' },
  '500': { fault: 'unavailable', calls: 2, charged: 'all' },
  '400-no-tools': { fault: undefined, calls: 2, charged: 'reported' },
  'null-content': { fault: 'unusable', calls: 1, charged: 'reported' },
  'finish-length': { fault: 'stopped', calls: 1, charged: 'reported', isPart: true },
  'finish-content-filter': { fault: 'stopped', calls: 1, charged: 'reported', isPart: true },
  'unknown-tool': { fault: 'unusable', calls: 2, charged: 'reported' },
  'tool-loop': { fault: 'unusable', calls: 4, charged: 'reported' },
  'usage-missing': { fault: undefined, calls: 1, charged: 'all' },
  'usage-zero': { fault: undefined, calls: 1, charged: 'all' },
  'usage-huge': { fault: undefined, calls: 1, charged: 'all' },
};

it.for(MODEL_FAULTS_SERVED)('a service with the fault %s', async (mode) => {
  const { fault, calls, charged, isPart } = TABLE[mode];
  // Only what is about time is given little of it, whatever else the machine is doing.
  const patienceMs = fault === 'too-slow' ? 500 : 3_000;
  await using place = await agentPlace({
    script: () => ({ kind: 'fault', fault: mode }),
    // The clock stands still, so that only what is asked for decides whether there is time to wait.
    models: { now: () => 0, sleep: () => Promise.resolve() },
    deadlines: { firstTokenMs: patienceMs, idleMs: patienceMs, totalMs: 3_000 },
  });
  const result = await drafted(place.agent, briefOf({ search: furtherSearch().search }));
  await place.service.idle();

  expect({ fault: result.fault, calls: place.service.requests.length }).toEqual({ fault, calls });
  expect(place.service.requests.filter(({ isElsewhere }) => isElsewhere)).toEqual([]);
  // No answer passes for whole that is not, and none that is whole is lost.
  expect(result.end?.outcome).toBe(fault === undefined ? 'answered' : undefined);
  expect(result.texts).toEqual(isPart === true ? GOOD.slice(0, result.texts.length) : fault === undefined ? GOOD : []);
  // Every call is paid for, once, and told of.
  expect(place.spending.open()).toBe(0);
  expect(result.calls).toBe(calls);
  expect(place.spending.settled).toHaveLength(calls);
  const last = place.spending.settled.at(-1);
  expect(last === undefined ? 'all' : last === 'not-called' ? 'nothing' : 'reported').toBe(charged);
  expect(place.service.openReplies()).toBe(0);
});
