import { IbidError } from '@ibid/core';
import type { IngestReport } from '@ibid/core/ingest';
import { pluralize } from 'ibid/terminal';
import { builtSource, pagesOnDisk } from './built-source.ts';
import { say } from './index-output.ts';
import { readRecord, type BuiltPage, type PageRecord } from './page-record.ts';
import { runIndex, type IndexRun } from './run-index.ts';

export interface RecordedRun extends Omit<IndexRun, 'source'> {
  /** Locales whose pages are newer than those of the others. */
  readonly builtNow: ReadonlySet<string>;
}

/** Indexes the pages recorded by the last builds, and prints the result. */
export async function indexRecorded(run: RecordedRun): Promise<IngestReport> {
  const { builtNow, ...how } = run;
  const { siteDir, index } = how;
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
    say(
      `warning: ${count} pages of \`${locale}\` have the same addresses as those of another locale and are left out. Give each locale its own \`url\` or \`baseUrl\` in \`i18n.localeConfigs\`.`,
    );
  }
  const source = builtSource(siteDir, pages);
  const { report, lines } = await runIndex({ source, ...how });
  const summary = missingPages(report, pages, missing);
  for (const line of [...lines(summary.report), ...summary.lines]) say(line);
  return report;
}

/**
 * Summarises pages whose files are missing: each fails separately, but to the owner this is a language that was not built. Returns one line
 * per locale and result, and a report without these failures, in which pages kept in the index count as unchanged.
 */
function missingPages(
  report: IngestReport,
  pages: readonly BuiltPage[],
  missing: ReadonlySet<string>,
): { readonly report: IngestReport; readonly lines: readonly string[] } {
  const localeOf = new Map(pages.map(({ url, locale }) => [url, locale]));
  const failures = report.failed.filter(({ page }) => missing.has(page));
  const groups = Map.groupBy(failures, ({ kept, page }) => {
    const result = kept ? 'stay in the index as they were' : 'are left out of the index';
    return `of \`${localeOf.get(page)}\` ${result}`;
  });
  const lines = [...groups].map(
    ([text, { length }]) =>
      `warning: ${pluralize(length, 'page')} ${text}, because their HTML is not there any more; run \`docusaurus build\` for all languages.`,
  );
  return {
    report: {
      ...report,
      pages: {
        ...report.pages,
        unchanged: report.pages.unchanged + failures.filter(({ kept }) => kept).length,
        failed: report.pages.failed - failures.length,
      },
      failed: report.failed.filter(({ page }) => !missing.has(page)),
      diagnostics: report.diagnostics.filter(({ page, rule }) => !missing.has(page) || rule !== 'source:not-read'),
    },
    lines,
  };
}

/**
 * Merges the pages of all locales, sorted, each address once. For duplicate addresses, a locale that was just built takes precedence, else
 * the first locale. `displaced` counts the pages dropped per locale.
 */
function mergePages(
  record: PageRecord,
  builtNow: ReadonlySet<string>,
): { readonly pages: readonly BuiltPage[]; readonly displaced: ReadonlyMap<string, number> } {
  const pages = new Map<string, BuiltPage>();
  const displaced = new Map<string, number>();
  const locales = Object.keys(record.locales).sort((a, b) => Number(builtNow.has(b)) - Number(builtNow.has(a)));
  for (const locale of locales) {
    for (const page of record.locales[locale]!.pages) {
      if (pages.has(page.url)) displaced.set(locale, (displaced.get(locale) ?? 0) + 1);
      else pages.set(page.url, page);
    }
  }
  return { pages: [...pages.values()].sort((a, b) => (a.url < b.url ? -1 : 1)), displaced };
}
