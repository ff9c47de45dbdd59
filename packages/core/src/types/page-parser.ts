import type { CallOptions } from './call-options.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Page } from './page.ts';
import type { RawPage } from './source.ts';

/** `page` is `undefined` when nothing could be read; the diagnostics say why. */
export interface ParsedPage {
  readonly page: Page | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Runs `parsePage` somewhere: inline in tests, in a worker with a deadline for anything that came from outside. */
export interface PageParser {
  parse(raw: RawPage, options?: CallOptions): Promise<ParsedPage>;
  close(): Promise<void>;
}
