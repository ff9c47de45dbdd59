import type { Browser } from 'playwright-core';
import { openNativeService } from '../../../../packages/widget/src/testing/index.ts';
import type { Payload } from '../payload/payload.ts';
import { attackByReplies } from './attack-by-replies.ts';
import type { Trial } from './findings.ts';
import { openVictim } from './open-victim.ts';

/**
 * Gives `texts` as replies to the panel of a Docusaurus site at `page`, as `ibid serve` serves it, in the place of its own API. Without
 * `hasPolicy` the browser does not heed the policy.
 */
export async function attackDocusaurus(
  browser: Browser,
  page: string,
  texts: readonly Payload[],
  { hasPolicy }: { readonly hasPolicy: boolean },
): Promise<Trial> {
  await using service = await openNativeService();
  await using victim = await openVictim(browser, page, {
    bypassCSP: !hasPolicy,
    before: async (opened) => {
      await opened.route('**/api/ask/stream', async (route) => {
        const response = await route.fetch({ url: `${service.url}/api/ask/stream` });
        await route.fulfill({ response });
      });
    },
  });
  return await attackByReplies(victim, { page, answerWith: service.answerWith }, texts);
}
