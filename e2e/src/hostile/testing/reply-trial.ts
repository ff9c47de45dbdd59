import type { Browser } from 'playwright-core';
import type { Payload } from '../payload/payload.ts';
import { attackByReplies, type RepliesAttack } from './attack-by-replies.ts';
import { openHostileSite } from './hostile-site.ts';
import { openVictim } from './open-victim.ts';

/** What `texts` do as replies to the widget as it is shipped, on a page with the policy of `ibid serve` or with none. */
export async function replyTrial(
  browser: Browser,
  texts: readonly Payload[],
  options: { readonly hasPolicy: boolean },
): Promise<RepliesAttack> {
  await using site = await openHostileSite(options);
  await using victim = await openVictim(browser, site.page);
  return await attackByReplies(victim, site, texts);
}
