import type { ModelFault } from '@ibid/core';
import { MODEL_FAULT_MODES, type ModelFaultMode } from '@ibid/testkit';
import { describe, expect, it } from 'vitest';
import { agentPlace, briefOf, drafted, furtherSearch } from './agent-fixture.ts';

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
  /** Where the other API shows it otherwise. */
  readonly responses?: Partial<Omit<Expected, 'responses'>>;
}

const whole = (charged: Expected['charged'] = 'reported'): Expected => ({ fault: undefined, calls: 1, charged });
const once = (fault: ModelFault, charged: Expected['charged'] = 'all'): Expected => ({ fault, calls: 1, charged });
const twice = (charged: Expected['charged'] = 'all'): Expected => ({ fault: 'unavailable', calls: 2, charged });
const stopped = (charged: Expected['charged'] = 'all'): Expected => ({ fault: 'stopped', calls: 1, charged });
const tools = (calls: number): Expected => ({ fault: 'unusable', calls, charged: 'reported' });

const TABLE: Readonly<Record<ModelFaultMode, Expected>> = {
  'accept-then-close': twice(),
  'reset-before-headers': twice(),
  'hang-before-headers': once('too-slow'),
  'hang-after-headers': once('too-slow'),
  'stall-after-first-token': once('too-slow'),
  drip: once('too-slow'),
  'keep-alive-comments': once('too-slow'),
  'cut-clean': stopped(),
  'cut-connection': stopped(),
  'cut-reset': stopped(),
  'html-200': once('unusable'),
  'empty-body': once('unusable'),
  'empty-stream': once('unusable'),
  'json-for-stream': once('unusable'),
  'stream-for-json': whole(),
  'wrong-content-type': once('unusable'),
  'huge-headers': twice(),
  'redirect-elsewhere': once('unavailable', 'nothing'),
  '400-context-length': once('unavailable', 'nothing'),
  // It might be the tools: the second call offers none.
  '400-unsupported-parameter': twice('nothing'),
  '400-flat-error': twice('nothing'),
  '400-no-tools': { ...whole(), calls: 2 },
  '401': once('unavailable', 'nothing'),
  '403': once('unavailable', 'nothing'),
  '404-model': once('unavailable', 'nothing'),
  // Longer than there is time for.
  '429-seconds': once('unavailable', 'nothing'),
  '429-date': once('unavailable', 'nothing'),
  '429-milliseconds': twice('nothing'),
  '429-too-long': once('unavailable', 'nothing'),
  '429-nonsense': twice('nothing'),
  '429-negative': twice('nothing'),
  '429-none': twice('nothing'),
  '429-quota': once('unavailable', 'nothing'),
  '429-gemini': once('unavailable', 'nothing'),
  '500': twice(),
  '502-html': twice(),
  '503': twice(),
  '529': twice(),
  'no-done': whole(),
  'no-finish-no-done': stopped(),
  'broken-json': stopped(),
  'error-object': stopped(),
  'error-object-first': twice(),
  'duplicate-deltas': { ...whole(), responses: once('unusable') },
  'swapped-deltas': { ...whole(), responses: once('unusable') },
  'second-choice': whole(),
  'late-delta': { ...once('unusable'), responses: { charged: 'reported' } },
  'invalid-utf8': whole(),
  'no-finish-reason': { ...stopped('reported'), responses: { charged: 'all' } },
  'finish-length': stopped('reported'),
  'finish-content-filter': stopped('reported'),
  'finish-unknown': stopped('reported'),
  'content-filter-before-text': stopped('reported'),
  'null-content': once('unusable', 'reported'),
  'empty-choices': once('unusable', 'reported'),
  'blank-text': once('unusable', 'reported'),
  refusal: stopped('reported'),
  'usage-missing': whole('all'),
  'usage-huge': whole('all'),
  'usage-zero': whole('all'),
  'usage-negative': whole('all'),
  'usage-not-a-number': whole('all'),
  'giant-delta': stopped(),
  'runs-to-limit': stopped('reported'),
  'endless-answer': { ...stopped('reported'), responses: { fault: 'unusable', charged: 'all' } },
  'fake-citations': whole(),
  'unknown-tool': tools(2),
  'nameless-tool': tools(2),
  'broken-tool-arguments': tools(2),
  'wrong-tool-arguments': tools(4),
  'empty-tool-arguments': tools(4),
  'tool-loop': tools(4),
  'tool-flood': tools(2),
  'text-and-tool': tools(4),
  'gemini-shape': whole(),
  'ollama-shape': whole(),
  'tool-call-without-id': whole(),
  'thought-signature': whole(),
  'finish-with-last-delta': whole(),
  'reasoning-content': whole(),
  'comments-between': whole(),
  'crlf-lines': whole(),
  'no-space-after-colon': whole(),
  'split-bytes': whole(),
  'no-last-blank-line': whole(),
};

describe.each(['chat', 'responses'] as const)('over %s, a service with the fault', (api) => {
  it.for(Object.entries(TABLE) as [ModelFaultMode, Expected][])('%s', async ([mode, { responses, ...common }]) => {
    const { fault, calls, charged } = { ...common, ...(api === 'responses' ? responses : {}) };
    // Only what is about time is given little of it, whatever else the machine is doing.
    const patienceMs = fault === 'too-slow' || mode.startsWith('429-') ? 500 : 3_000;
    const place = await agentPlace({
      script: () => ({ kind: 'fault', fault: mode }),
      api,
      // The clock stands still, so that only what is asked for decides whether there is time to wait.
      models: { now: () => 0, sleep: () => Promise.resolve() },
      deadlines: { firstTokenMs: patienceMs, idleMs: patienceMs, totalMs: 3_000 },
    });
    try {
      const result = await drafted(place.agent, briefOf({ search: furtherSearch().search }));
      await place.service.idle();
      const { shows } = MODEL_FAULT_MODES[mode];
      const reached = place.service.requests.filter(({ isElsewhere }) => !isElsewhere);

      expect({ fault: result.fault, calls: reached.length }).toEqual({ fault, calls });
      expect(place.service.requests.filter(({ isElsewhere }) => isElsewhere)).toEqual([]);
      // No answer passes for whole that is not, and none that is whole is lost.
      expect(result.end?.outcome).toBe(fault === undefined ? 'answered' : undefined);
      // The beginning of an answer, and words that a fault made untrue, are for the gate to judge.
      const isJudged = shows === 'whole' || shows === 'nothing';
      const texts = fault === undefined ? GOOD : [];
      expect(isJudged ? result.texts : texts).toEqual(texts);
      // Every call is paid for, once, and told of.
      expect(place.spending.open()).toBe(0);
      expect(place.spending.settled).toHaveLength(calls);
      expect(result.calls).toBe(calls);
      const last = place.spending.settled.at(-1);
      expect(last === undefined ? 'all' : last === 'not-called' ? 'nothing' : 'reported').toBe(charged);
      expect(place.service.openReplies()).toBe(0);
    } finally {
      await place.close();
    }
  });
});

it('the table has every fault that there is', () => {
  expect(Object.keys(TABLE).toSorted()).toEqual(Object.keys(MODEL_FAULT_MODES).toSorted());
});
