import type { Browser } from 'playwright-core';
import type { Payload } from '../payload/payload.ts';
import { attackByAddresses } from './attack-by-addresses.ts';
import { attackByAttributes } from './attack-by-attributes.ts';
import { attackByFailures } from './attack-by-failures.ts';
import { attackByHistory } from './attack-by-history.ts';
import { attackByPages } from './attack-by-pages.ts';
import { attackByReplies } from './attack-by-replies.ts';
import type { Trial } from './findings.ts';
import { openHostileSite, type HostileSite } from './hostile-site.ts';
import { openVictim, type Victim } from './open-victim.ts';

/** All ways in which text of others comes to the panel. */
export const ATTACKS: readonly (readonly [string, Attack])[] = [
  ['every place of a reply', attackByReplies],
  ['what failures, refusals and ratings say', attackByFailures],
  ['titles, headings, ids, versions and addresses of pages, and what is marked on them', attackByPages],
  ['a history that somebody else has written', attackByHistory],
  ['questions and hashes of addresses', attackByAddresses],
  ['attributes of the element, and the language of the page', attackByAttributes],
];

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

type Attack = (victim: Victim, site: HostileSite, texts: readonly Payload[]) => Promise<Trial>;
