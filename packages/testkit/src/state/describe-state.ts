import { describe, test } from 'vitest';
import { feedbackRules } from './feedback-rules.ts';
import { jobRules } from './job-rules.ts';
import { ledgerRules } from './ledger-rules.ts';
import { lockRules } from './lock-rules.ts';
import { sessionRules } from './session-rules.ts';
import type { StateCapability, StateParts, StatePlace, StateRule } from './state-rule.ts';

const RULES: Readonly<Record<string, readonly StateRule<StateParts>[]>> = {
  sessions: of((state) => state.sessions, sessionRules),
  ledger: of((state) => state.ledger, ledgerRules),
  jobs: of((state) => state.jobs, jobRules),
  feedback: of((state) => state.feedback, feedbackRules),
};

function of<Part>(
  part: (state: StateParts) => Part,
  rules: readonly StateRule<Part>[],
): readonly StateRule<StateParts>[] {
  return rules.map((rule) => ({ ...rule, run: (state, place) => rule.run(part(state), place) }));
}

/**
 * Conformance suite for all stored data other than the index. `make` creates a new empty place for each case. Rules for the
 * abilities in `lacks` are shown as skipped; if a state loses any other ability, a test fails.
 */
export function describeState(options: {
  readonly name: string;
  readonly make: () => Promise<StatePlace>;
  readonly lacks: readonly StateCapability[];
  /** True if this state also keeps the lock for building an index. */
  readonly locksBuilds: boolean;
}): void {
  const { name, make, lacks, locksBuilds } = options;
  describe.each(Object.entries({ ...RULES, ...(locksBuilds ? { 'build lock': lockRules } : {}) }))(
    `${name} state: %s`,
    (_, rules) => {
      for (const rule of rules) {
        // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- a rule carries its title and its assertions
        test.skipIf(rule.needs !== undefined && lacks.includes(rule.needs))(rule.title, async () => {
          const place = await make();
          const state = await place.open();
          try {
            await rule.run(state, place);
          } finally {
            await state[Symbol.asyncDispose]();
            await place.remove();
          }
        });
      }
    },
  );
}
