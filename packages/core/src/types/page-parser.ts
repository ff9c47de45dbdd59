import type { CallOptions } from './call-options.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Page } from './page.ts';
import type { RawPage } from './source.ts';

/** `page` is `undefined` if nothing could be read; the diagnostics give the reason. */
export interface ParsedPage {
  readonly page: Page | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Runs `parsePage`: inline in tests, in a worker with a deadline for all content from outside. */
export interface PageParser {
  parse(raw: RawPage, options?: CallOptions): Promise<ParsedPage>;
  close(): Promise<void>;
}
