import type { CallOptions, Diagnostic } from '@ibid/core';
import type { PageLinks } from '@ibid/core/parse';

/**
 * Reads the links of a page that comes from outside; give a parser that works under a deadline, such as `workerParser()`.
 * `url` is where the page was served. `undefined` links: the page cannot be read, the diagnostics say why.
 */
export interface PageReader {
  links(
    html: string,
    url: string,
    options?: CallOptions,
  ): Promise<{ readonly links: PageLinks | undefined; readonly diagnostics: readonly Diagnostic[] }>;
}
