import type { JobDriver } from '@ibid/core/types';
import type { JobPlace } from './job-fixture.ts';

/** What a job list may honestly lack; a rule that needs it is then shown as skipped. */
export type JobCapability =
  /** Jobs are still there when the driver has been closed and another one is opened. */
  | 'durable'
  /** Several drivers may be open on one list. */
  | 'shared';

/** One promise of the job contract; `run` rejects when the list breaks it. */
export interface JobRule {
  readonly title: string;
  readonly needs?: JobCapability;
  run(driver: JobDriver, place: JobPlace): Promise<void>;
}

/** Opens a driver of the place, keeps the rule to it, and closes it whatever happens. */
export async function keepJobRule(rule: JobRule, place: JobPlace): Promise<void> {
  const driver = place.driver();
  await driver.open();
  try {
    await rule.run(driver, place);
  } finally {
    await driver.close();
  }
}
