import { pageLinks } from '@ibid/core/parse';
import { fixtureSite, type FixtureReply, type FixtureSite } from '@ibid/testkit';
import { onTestFinished } from 'vitest';
import type { SiteSourceOptions } from './site.ts';

/** Reads links in this thread: hostile pages are the worker's matter, not that of these tests. */
export const PARSER: SiteSourceOptions['parser'] = {
  links: (html, url) => Promise.resolve({ links: pageLinks(html, url), diagnostics: [] }),
};

export type Replies = Readonly<Record<string, FixtureReply>>;

/** Ended after the test. */
export async function serve(replies: Replies): Promise<FixtureSite> {
  const site = await fixtureSite(replies);
  onTestFinished(() => site.close());
  return site;
}
