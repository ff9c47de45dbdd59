import type { Browser } from 'playwright-core';
import type { Payload } from '../payload/payload.ts';
import type { ATTACKS } from './run-attack.ts';
import { carelessBundle, type Guard } from './careless-bundle.ts';
import type { Trial } from './findings.ts';
import { openHostileSite } from './hostile-site.ts';
import { openVictim } from './open-victim.ts';

/** What `texts` do to a widget that lacks a guard, on a page without any policy unless it is given that of `ibid serve`. */
export async function attackCareless(
  browser: Browser,
  options: {
    readonly without: Guard;
    readonly attack: (typeof ATTACKS)[number][1];
    readonly texts: readonly Payload[];
    readonly hasPolicy?: boolean;
  },
): Promise<Trial> {
  const { without, attack, texts, hasPolicy = false } = options;
  await using bundle = await carelessBundle([without]);
  await using site = await openHostileSite({ hasPolicy, bundle: bundle.folder });
  await using victim = await openVictim(browser, site.page);
  return await attack(victim, site, texts);
}
