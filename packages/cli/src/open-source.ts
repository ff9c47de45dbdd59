import type { Source } from '@ibid/core/types';
import type { WorkerParser } from '@ibid/drivers/parsers/worker';
import { availableParallelism } from 'node:os';
import { given } from './config.ts';
import type { SourceKind } from './detect-source.ts';

interface SourceOptions {
  readonly source: string;
  readonly kind: SourceKind;
  readonly siteUrl?: string | undefined;
  readonly locale?: string | undefined;
  readonly locales?: readonly string[] | undefined;
  readonly allowPrivate?: boolean | undefined;
  readonly maxPages?: number | undefined;
}

/** `parser` reads the links of sites and stays the caller's. */
export async function openSource(options: SourceOptions, parser: WorkerParser): Promise<Source> {
  const { source, kind } = options;
  switch (kind) {
    case 'site': {
      const { namesPrivateHost } = await import('@ibid/drivers/sources/site/address-guard');
      const { siteSource } = await import('@ibid/drivers/sources/site');
      const { maxPages } = options;
      // Whoever types a private address means it; links and redirects to other private hosts stay forbidden.
      const allowPrivate = options.allowPrivate ?? namesPrivateHost(source);
      return siteSource({ url: source, parser, ...given({ allowPrivate, maxPages }) });
    }
    case 'html': {
      const { htmlSource } = await import('@ibid/drivers/sources/html');
      return htmlSource({ root: source, ...given({ siteUrl: options.siteUrl }) });
    }
    case 'markdown': {
      const { markdownSource } = await import('@ibid/drivers/sources/markdown');
      const { siteUrl, locale, locales } = options;
      const settings = locales === undefined ? undefined : { locales };
      return markdownSource({ root: source, ...given({ siteUrl, locale, settings }) });
    }
  }
}

/** A parser with a thread for each core, up to four; they start when they are needed. */
export async function openParser(): Promise<WorkerParser> {
  const { workerParser } = await import('@ibid/drivers/parsers/worker');
  return workerParser({ pool: Math.min(4, availableParallelism()) });
}
