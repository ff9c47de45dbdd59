import { pageLinks } from '@ibid/core/parse';
import { fixtureSite, type FixtureReply, type FixtureSite } from '@ibid/testkit';
import { afterEach } from 'vitest';
import type { SiteSourceOptions } from './site.ts';

/** Reads links in this thread: hostile pages are the worker's matter, not that of these tests. */
export const PARSER: SiteSourceOptions['parser'] = {
  links: (html, url) => Promise.resolve({ links: pageLinks(html, url), diagnostics: [] }),
};

/** What each test started; ended after it. */
export const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

export type Replies = Readonly<Record<string, FixtureReply>>;

export async function serve(replies: Replies): Promise<FixtureSite> {
  const site = await fixtureSite(replies);
  ends.push(() => site.close());
  return site;
}
