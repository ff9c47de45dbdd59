import type { Source } from '@ibid/core';
import type { SourceKind } from './detect-source.ts';

export interface SourceOptions {
  readonly source: string;
  readonly kind: SourceKind;
  readonly siteUrl?: string | undefined;
  readonly locale?: string | undefined;
}

export async function openSource(options: SourceOptions): Promise<Source> {
  const { source, kind } = options;
  switch (kind) {
    case 'site': {
      const { siteSource } = await import('@ibid/drivers/sources/site');
      return siteSource({ url: source });
    }
    case 'html': {
      const { htmlSource } = await import('@ibid/drivers/sources/html');
      return htmlSource({ root: source, ...given({ siteUrl: options.siteUrl }) });
    }
    case 'markdown': {
      const { markdownSource } = await import('@ibid/drivers/sources/markdown');
      return markdownSource({ root: source, ...given({ siteUrl: options.siteUrl, locale: options.locale }) });
    }
  }
}

/** Without the keys that are `undefined`. */
function given<T extends Record<string, unknown>>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
