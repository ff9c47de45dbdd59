import type { Payload } from '../payload/payload.ts';
import { attackByAddresses } from './attack-by-addresses.ts';
import { attackByAttributes } from './attack-by-attributes.ts';
import { attackByFailures } from './attack-by-failures.ts';
import { attackByHistory } from './attack-by-history.ts';
import { attackByPages } from './attack-by-pages.ts';
import { attackByReplies } from './attack-by-replies.ts';
import type { Trial } from './findings.ts';
import type { HostileSite } from './hostile-site.ts';
import type { Victim } from './open-victim.ts';

type Attack = (victim: Victim, site: HostileSite, texts: readonly Payload[]) => Promise<Trial>;

/** All ways in which text of others comes to the panel. */
export const ATTACKS: readonly (readonly [string, Attack])[] = [
  ['every place of a reply', attackByReplies],
  ['what failures, refusals and ratings say', attackByFailures],
  ['titles, headings, ids, versions and addresses of pages, and what is marked on them', attackByPages],
  ['a history that somebody else has written', attackByHistory],
  ['questions and hashes of addresses', attackByAddresses],
  ['attributes of the element, and the language of the page', attackByAttributes],
];
