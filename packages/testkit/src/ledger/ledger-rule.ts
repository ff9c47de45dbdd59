import type { LedgerDriver } from '@ibid/core/types';
import type { LedgerPlace } from './ledger-fixture.ts';

/** What a ledger may honestly lack; a rule that needs it is then shown as skipped. */
export type LedgerCapability = 'durable';

/** One promise of the ledger contract; `run` rejects when the driver breaks it. */
export interface LedgerRule {
  readonly title: string;
  readonly needs?: LedgerCapability;
  run(driver: LedgerDriver, place: LedgerPlace): Promise<void>;
}

/** Opens a driver of the place, keeps the rule to it, and closes it whatever happens. */
export async function keepLedgerRule(rule: LedgerRule, place: LedgerPlace): Promise<void> {
  const driver = place.driver();
  await driver.open();
  try {
    await rule.run(driver, place);
  } finally {
    await driver.close();
  }
}
