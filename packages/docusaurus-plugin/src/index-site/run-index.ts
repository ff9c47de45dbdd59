import type { Source } from '@ibid/core/types';
import type { IngestReport } from '@ibid/core/ingest';
import type { WorkerParser } from '@ibid/drivers/parsers/worker';
import { relative } from 'node:path';
import type { CheckedOptions } from '../options/plugin-options.ts';
import { reportLines, showProgress } from './index-output.ts';

export interface IndexRun {
  /** Closed at the end. */
  readonly source: Source;
  readonly siteDir: string;
  /** Absolute path of the index file. */
  readonly index: string;
  readonly options: Pick<CheckedOptions, 'embedder' | 'exclude'>;
  /** Reads every page again. */
  readonly fresh?: boolean;
  /** Not closed by the run; by default the run opens and closes its own parser. */
  readonly parser?: WorkerParser;
}

/** Result of a run. `lines` describes a report to the owner; by default the report of this run. */
interface IndexResult {
  readonly report: IngestReport;
  readonly lines: (summary?: IngestReport) => readonly string[];
}

/**
 * Updates an index from `source`. The site is what readers see, so removing many pages is not held back as an error. Rejects as `updateIndex`
 * does; the live index is then unchanged.
 */
export async function runIndex(run: IndexRun): Promise<IndexResult> {
  const { source, siteDir, index, options, fresh, parser } = run;
  const started = performance.now();
  const { configIn, readSettings, updateIndex } = await import('ibid');
  const read = await readSettings({ index, config: configIn(siteDir) });
  const { embedder, exclude } = options;
  const settings = embedder === undefined ? read : { ...read, embedder };
  const call = { settings, parser, onProgress: showProgress };
  const report = await updateIndex(() => Promise.resolve(source), { fresh, allowShrink: true, exclude }, call);
  const milliseconds = Math.round(performance.now() - started);
  return { report, lines: (summary = report) => reportLines(summary, relative('', index), milliseconds) };
}
