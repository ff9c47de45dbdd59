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
  /** `undefined` if the draft is complete. */
  readonly fault: ModelFault | undefined;
  /** Number of calls that reach the service. */
  readonly calls: number;
  /** Amount charged for the last call: the reported usage, the whole reservation, or nothing. */
  readonly charged: 'reported' | 'all' | 'nothing';
  /** True if a part of the answer may be shown before it fails. */
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
  // Only time-related faults get a short deadline, so that a busy machine does not affect the others.
  const patienceMs = fault === 'too-slow' ? 500 : 3_000;
  const place = await agentPlace({
    script: () => ({ kind: 'fault', fault: mode }),
    deadlines: { firstTokenMs: patienceMs, idleMs: patienceMs, totalMs: 3_000 },
  });
  const result = await drafted(place.agent, briefOf({ search: furtherSearch().search }));
  await place.service.idle();

  expect({ fault: result.fault, calls: place.service.requests.length }).toEqual({ fault, calls });
  expect(place.service.requests.filter(({ isElsewhere }) => isElsewhere)).toEqual([]);
  // No incomplete answer counts as complete, and no complete one is lost.
  expect(result.end?.outcome).toBe(fault === undefined ? 'answered' : undefined);
  expect(result.texts).toEqual(isPart === true ? GOOD.slice(0, result.texts.length) : fault === undefined ? GOOD : []);
  // Every call is paid once and reported.
  expect(place.spending.open()).toBe(0);
  expect(result.calls).toBe(calls);
  expect(place.spending.settled).toHaveLength(calls);
  const last = place.spending.settled.at(-1);
  expect(last === undefined ? 'all' : last === 'not-called' ? 'nothing' : 'reported').toBe(charged);
  expect(place.service.openReplies()).toBe(0);
});
