import { IbidError } from '@ibid/core';
import type { GuardedFetch } from './guarded-fetch.ts';
import { readRobots, refusal } from './read-robots.ts';
import type { Robots } from './robots.ts';

/**
 * Finds out where a site really begins: the start may lead to `https`, to `www.` or into a folder, and only there does the
 * crawl know its origin. Each origin's `robots.txt` is read before anything else of it. Rejects with `SOURCE_UNAVAILABLE` when
 * the start is closed, refused or does not answer; one that does not exist is fine, a sitemap may do.
 */
export async function resolveStart(options: {
  readonly start: URL;
  readonly fetcher: GuardedFetch;
  readonly userAgent: string;
  readonly signal?: AbortSignal | undefined;
}): Promise<{ readonly url: URL; readonly robots: Robots }> {
  const { start, fetcher, userAgent, signal } = options;
  const rules = new Map<string, Robots>();

  async function robotsOf(url: URL): Promise<Robots> {
    const robots = rules.get(url.origin) ?? (await readRobots({ origin: url.origin, userAgent, fetcher, signal }));
    rules.set(url.origin, robots);
    return robots;
  }

  // Its `robots.txt` is read outside the deadline of the page, and its failures are the site's.
  await robotsOf(start);
  let closed: URL | undefined;
  let failure: unknown;
  const outcome = await fetcher.fetch(start, {
    async admit(hop) {
      try {
        if ((await robotsOf(hop)).allows(hop.pathname + hop.search)) return true;
        closed = hop;
      } catch (error) {
        failure = error;
      }
      return false;
    },
    accept: 'text/html,application/xhtml+xml;q=0.9',
    signal,
  });
  if (failure !== undefined) throw failure;
  if (closed !== undefined) {
    throw new IbidError('SOURCE_UNAVAILABLE', forbidden(closed, userAgent));
  }
  if (outcome.type === 'refused') throw new IbidError('SOURCE_UNAVAILABLE', refusal(start));
  if (outcome.type === 'unavailable') {
    throw new IbidError(
      'SOURCE_UNAVAILABLE',
      `\`${start.href}\` could not be read: ${outcome.reason}. Try again later.`,
      {
        retryable: true,
      },
    );
  }
  const url = outcome.type === 'fetched' ? outcome.url : start;
  return { url, robots: await robotsOf(url) };
}

function forbidden(url: URL, userAgent: string): string {
  const name = /^[a-z_-]+/i.exec(userAgent.trim())?.[0] ?? '*';
  return `\`${url.origin}/robots.txt\` forbids \`${userAgent}\` to read \`${url.href}\`. If the site is your own, index the folder that it is built into instead, or allow this crawler in \`robots.txt\` by name: \`User-agent: ${name}\` and below it \`Allow: /\`.`;
}
