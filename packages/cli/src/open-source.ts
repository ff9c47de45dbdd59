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

/** Opens a source. `parser` extracts the links of sites and is not closed by the source. */
export async function openSource(options: SourceOptions, parser: WorkerParser): Promise<Source> {
  const { source, kind } = options;
  switch (kind) {
    case 'site': {
      const { namesPrivateHost } = await import('@ibid/drivers/sources/site/address-guard');
      const { siteSource } = await import('@ibid/drivers/sources/site');
      const { maxPages } = options;
      // A private address given by the user is intended. Links and redirects to other private hosts stay forbidden.
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

/** Creates a parser with one thread per core, at most four; threads start when needed. */
export async function openParser(): Promise<WorkerParser> {
  const { workerParser } = await import('@ibid/drivers/parsers/worker');
  return workerParser({ pool: Math.min(4, availableParallelism()) });
}
