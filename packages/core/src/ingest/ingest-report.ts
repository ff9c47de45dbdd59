import type { Diagnostic } from '../types/diagnostic.ts';
import type { IngestStage } from './ingest-options.ts';

/** A page that could not be taken in (R24). */
export interface FailedPage {
  /** URL. */
  readonly page: string;
  readonly stage: 'load' | 'parse' | 'chunk' | 'embed';
  readonly error: string;
  /** Whether the content on show before is still on show. */
  readonly kept: boolean;
}

/**
 * How the site compares with the generation that was on show before, by revision and whatever had to be read again for it.
 * `found` = `added` + `changed` + `unchanged` + `skipped` + `failed`.
 */
export interface PageCounts {
  readonly found: number;
  readonly added: number;
  readonly changed: number;
  /** On show before and not any more. */
  readonly removed: number;
  readonly unchanged: number;
  /** Listed, without content to index: drafts, redirects, `noindex`. */
  readonly skipped: number;
  readonly failed: number;
}

export interface IngestReport {
  /** `partial` when at least one page failed. */
  readonly status: 'complete' | 'partial';
  readonly dryRun: boolean;
  /** True when nothing differed and the generation on show was left as it is; for a dry run, when nothing would differ. */
  readonly unchanged: boolean;
  readonly pages: PageCounts;
  /** URLs behind the counts, ordered. */
  readonly changes: {
    readonly added: readonly string[];
    readonly changed: readonly string[];
    readonly removed: readonly string[];
  };
  readonly failed: readonly FailedPage[];
  /** Passages in the generation on show afterwards. */
  readonly chunks: number;
  /** What the embedder was asked for; what a cache held is not counted. */
  readonly embedded: { readonly calls: number; readonly texts: number };
  /** Id of the space of the generation on show afterwards; of a dry run, of the embedder that the run would use, or of its family. */
  readonly embedder: string;
  /** Of a dry run: passages of unchanged pages that would be embedded all the same, as after a change of embedder. Those whose vectors are kept cost nothing. */
  readonly anew: number;
  readonly refitted: boolean;
  /** Generation on show afterwards; 0 when there is none. */
  readonly generation: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Milliseconds per stage. */
  readonly timings: Readonly<Record<IngestStage, number>>;
}
