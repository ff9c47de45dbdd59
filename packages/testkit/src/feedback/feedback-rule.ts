import type { FeedbackDriver } from '@ibid/core/types';
import type { FeedbackPlace } from './feedback-fixture.ts';

/** What a driver may honestly lack; a rule that needs it is then shown as skipped. */
export type FeedbackCapability = 'durable';

/** One promise of the contract; `run` rejects when the driver breaks it. */
export interface FeedbackRule {
  readonly title: string;
  readonly needs?: FeedbackCapability;
  run(driver: FeedbackDriver, place: FeedbackPlace): Promise<void>;
}

/** Opens a driver of the place, keeps the rule to it, and closes it whatever happens. */
export async function keepFeedbackRule(rule: FeedbackRule, place: FeedbackPlace): Promise<void> {
  const driver = place.driver();
  await driver.open();
  try {
    await rule.run(driver, place);
  } finally {
    await driver.close();
  }
}
