import type { Browser } from 'playwright-core';
import type { Payload } from '../payload/payload.ts';
import type { ATTACKS } from './attacks.ts';
import type { Trial } from './findings.ts';
import { openHostileSite } from './hostile-site.ts';
import { openVictim } from './open-victim.ts';

/** What `texts` do to the widget as it is shipped, on a page with the policy of `ibid serve` or with none. */
export async function runAttack(
  browser: Browser,
  attack: (typeof ATTACKS)[number][1],
  texts: readonly Payload[],
  options: { readonly hasPolicy: boolean },
): Promise<Trial> {
  await using site = await openHostileSite(options);
  await using victim = await openVictim(browser, site.page);
  return await attack(victim, site, texts);
}
