import type { IngestProgress, IngestReport, IngestStage } from '@ibid/core/ingest';
import { plain, pluralize } from 'ibid/terminal';

const STAGES: Readonly<Record<IngestStage, string>> = {
  list: 'listing pages',
  pages: 'reading pages',
  fit: 'learning the words of the site',
  embed: 'embedding passages',
  publish: 'publishing',
};
const MOST_SHOWN = 10;
const LONGEST = 300;

/** Progress line on the terminal; `''` for none. */
let drawn = '';

/** Shows how far a run is, on a line that is overwritten; only on a terminal. */
export function showProgress({ stage, done, total }: IngestProgress): void {
  const text = `[ibid] ${STAGES[stage]}${total === undefined || total <= 1 ? '' : ` ${done}/${total}`} …`;
  if (process.stderr.isTTY !== true || text === drawn) return;
  clear();
  process.stderr.write(text);
  drawn = text;
}

/** Writes a line that stays to standard error, in place of the progress. */
export function say(text: string): void {
  clear();
  process.stderr.write(`[ibid] ${text}\n`);
}

function clear(): void {
  if (drawn !== '') process.stderr.write('\r\u001B[2K');
  drawn = '';
}

/** Lines such as `Indexed 47 pages, 391 passages into .ibid/index.db in 3.2 s (added 2, removed 1)`, then the problems of single pages. */
export function reportLines(report: IngestReport, index: string, milliseconds: number): readonly string[] {
  const { pages, chunks, failed, diagnostics } = report;
  const shown = pages.added + pages.changed + pages.unchanged;
  const seconds = `${(milliseconds / 1000).toFixed(1)} s`;
  const counts = (['added', 'changed', 'removed', 'failed'] as const)
    .filter((name) => pages[name] > 0)
    .map((name) => `${name} ${pages[name]}`);
  const size = `${pluralize(shown, 'page')}, ${pluralize(chunks, 'passage')}`;
  const head = report.unchanged
    ? `Nothing has changed: ${size} in ${index} (${seconds})`
    : `Indexed ${size} into ${index} in ${seconds}${counts.length === 0 ? '' : ` (${counts.join(', ')})`}`;
  const failedPages = new Set(failed.map(({ page }) => page));
  const warnings = Map.groupBy(
    // Untranslated pages and copied versions are normal in Docusaurus and need no fix.
    diagnostics
      .filter(({ severity, rule }) => severity !== 'info' && rule !== 'ingest:duplicate-content')
      .filter(({ severity, page }) => severity !== 'error' || !failedPages.has(page)),
    ({ rule }) => rule,
  );
  const failures = failed.map(
    ({ page, error, kept }) => `warning: ${page}: ${error}${kept ? ' (the old page stays)' : ''}`,
  );
  const problems = [...warnings].map(([rule, [first, ...others]]) => {
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return `warning: ${first!.page}${more}: ${first!.message} [${rule}]`;
  });
  return [head, ...capped(failures), ...capped(problems)];
}

function capped(lines: readonly string[]): readonly string[] {
  const shown = lines.slice(0, MOST_SHOWN).map(oneLine);
  return lines.length > MOST_SHOWN ? [...shown, `… and ${lines.length - MOST_SHOWN} more`] : shown;
}

/** Makes one line of bounded length that a terminal does not execute. */
function oneLine(text: string): string {
  const clean = plain(text).replaceAll('\n', ' ');
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean;
}
