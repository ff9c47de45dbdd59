import type { IngestReport } from '@ibid/core/ingest';
import { IbidError } from '@ibid/core';
import type { WorkerParser } from '@ibid/drivers/parsers/worker';
import { relative } from 'node:path';
import type { CheckedOptions } from '../options/plugin-options.ts';
import { builtSource } from './built-source.ts';
import { reportLines, type IndexOutput } from './index-output.ts';
import { mergePages } from './merge-pages.ts';
import { missingPages } from './missing-pages.ts';
import { readRecord } from './page-record.ts';
import { pagesOnDisk } from './pages-on-disk.ts';
import { runIndex } from './run-index.ts';

export interface RecordedRun {
  readonly siteDir: string;
  /** Absolute. */
  readonly index: string;
  readonly embedder: CheckedOptions['embedder'];
  /** Locales whose pages are newer than the others'. */
  readonly builtNow: ReadonlySet<string>;
  readonly output: IndexOutput;
  readonly fresh?: boolean;
  /** Lent; one of its own unless given. */
  readonly parser?: WorkerParser;
}

/** Brings the index up to the pages that the last builds have written down, and tells how it went. */
export async function indexRecorded(run: RecordedRun): Promise<IngestReport> {
  const { siteDir, index, embedder, output, builtNow, ...how } = run;
  const record = await readRecord(index);
  const { pages: recorded, displaced } = mergePages(record, builtNow);
  if (recorded.length === 0) {
    throw new IbidError('SOURCE_UNAVAILABLE', 'No pages of a built site are known. Run `docusaurus build` first.');
  }
  const { pages, missing } = await pagesOnDisk(siteDir, recorded);
  if (missing.size === pages.length) {
    const sites = Object.values(record.locales).map(({ site }) => site);
    const [site = ''] = sites.toSorted((a, b) => a.length - b.length);
    throw new IbidError(
      'SOURCE_UNAVAILABLE',
      `The built site is gone: none of the ${pages.length} pages that the last build wrote into \`${site}\` is there. Run \`docusaurus build\` first.`,
    );
  }
  for (const [locale, count] of displaced) {
    output.line(
      `warning: ${count} pages of \`${locale}\` have the same addresses as those of another locale and are left out. Give each locale its own \`url\` or \`baseUrl\` in \`i18n.localeConfigs\`.`,
    );
  }
  const started = performance.now();
  const source = builtSource(siteDir, pages);
  const report = await runIndex({ source, siteDir, index, embedder, onProgress: output.progress, ...how });
  const milliseconds = Math.round(performance.now() - started);
  const told = missingPages(report, pages, missing);
  for (const line of [...reportLines(told.report, relative('', index), milliseconds), ...told.lines]) output.line(line);
  return report;
}
