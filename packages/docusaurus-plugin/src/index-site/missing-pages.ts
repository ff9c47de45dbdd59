import type { IngestReport } from '@ibid/core/ingest';
import type { BuiltPage } from '../site/indexed-page.ts';
import { counted } from './counted.ts';

/** Pages whose files are not there fail one by one; to the owner they are a language that was not built this time. */
export interface MissingPages {
  /** Without these failures. Pages that stay in the index count as unchanged. */
  readonly report: IngestReport;
  /** One for each locale. */
  readonly lines: readonly string[];
}

export function missingPages(
  report: IngestReport,
  pages: readonly BuiltPage[],
  missing: ReadonlySet<string>,
): MissingPages {
  const localeOf = new Map(pages.map(({ url, locale }) => [url, locale]));
  const failures = report.failed.filter(({ page }) => missing.has(page));
  const kept = failures.filter((failure) => failure.kept);
  const byFate = Map.groupBy(failures, (failure) => JSON.stringify([failure.kept, localeOf.get(failure.page)]));
  const lines = [...byFate].map(([key, { length }]) => {
    const [isKept, locale] = JSON.parse(key) as [boolean, string];
    const fate = isKept ? 'stay in the index as they were' : 'are left out of the index';
    return `warning: ${counted(length, 'page')} of \`${locale}\` ${fate}, because their HTML is not there any more; run \`docusaurus build\` for all languages.`;
  });
  return {
    report: {
      ...report,
      pages: {
        ...report.pages,
        unchanged: report.pages.unchanged + kept.length,
        failed: report.pages.failed - failures.length,
      },
      failed: report.failed.filter(({ page }) => !missing.has(page)),
      diagnostics: report.diagnostics.filter(({ page, rule }) => !missing.has(page) || rule !== 'source:not-read'),
    },
    lines,
  };
}
