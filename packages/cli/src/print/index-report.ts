import type { IngestReport } from '@ibid/core/ingest';
import type { Context } from '../main.ts';
import { plain, pluralize, type Terminal } from '../terminal.ts';

const SHOWN_PROBLEMS = 10;
const SHOWN_MESSAGE = 200;

/** Prints the result of a run to standard error, and the plan of a dry run to standard output. */
export function printIndexReport(report: IngestReport, milliseconds: number, { terminal, settings }: Context): void {
  const { color, note } = terminal;
  const { pages, changes } = report;
  const shown = pages.found - pages.skipped - pages.failed;
  const seconds = (milliseconds / 1000).toFixed(1);
  if (report.dryRun) note(`Dry run: nothing was written (${seconds} s)`);
  else if (report.unchanged) note(`Nothing has changed: ${shown} pages, ${report.chunks} passages (${seconds} s)`);
  else note(`Indexed ${shown} pages, ${report.chunks} passages into ${settings.index.name} (${seconds} s)`);
  const counts = (['added', 'changed', 'removed', 'unchanged', 'skipped', 'failed'] as const)
    .filter((name) => pages[name] > 0)
    .map((name) => `${name} ${pages[name]}`);
  if (counts.length > 0) note(color.dim(`  ${counts.join(' · ')}`));
  if (report.toEmbed > 0) note(`  ${report.toEmbed} passages would be embedded again by ${plain(report.embedder)}`);
  if (report.embedded.texts > 0 && !report.embedder.startsWith('builtin/')) {
    const { texts, calls } = report.embedded;
    note(
      color.dim(
        `  ${texts} texts (passages and headings) embedded by ${plain(report.embedder)}, in ${pluralize(calls, 'request')}`,
      ),
    );
  }
  const isFirst = pages.added > 0 && pages.changed + pages.unchanged === 0;
  if (isFirst && !report.dryRun && report.embedder.startsWith('builtin/'))
    note(
      color.dim('  English readers with words of their own find more with `--embedder local`, a model on this machine'),
    );
  const plan = { '+': changes.added, '~': changes.changed, '-': changes.removed };
  for (const [sign, urls] of Object.entries(report.dryRun ? plan : {})) {
    for (const url of urls) terminal.out(`${sign} ${plain(url)}\n`);
  }
  printFailedPages(report, terminal);
  // The same problem often occurs on many pages, so only the first is shown, with a count.
  const notable = report.diagnostics.filter(({ severity }) => severity !== 'info');
  for (const [rule, [first, ...others]] of Map.groupBy(notable, (one) => one.rule)) {
    const more = others.length === 0 ? '' : ` and ${others.length} more (\`--json\` lists all)`;
    const { severity, page } = first!;
    const message = plain(first!.message);
    const text = message.length > SHOWN_MESSAGE ? `${message.slice(0, SHOWN_MESSAGE)}…` : message;
    note(`${color.yellow(severity)} ${plain(page)}${more}: ${text} ${color.dim(`[${rule}]`)}`);
  }
}

/** One line for each page that could not be indexed, at most ten. */
export function printFailedPages({ failed }: IngestReport, { color, note, problem }: Terminal): void {
  for (const { page, stage, error, kept } of failed.slice(0, SHOWN_PROBLEMS)) {
    problem(`${color.red('failed')} ${plain(page)}: ${stage}: ${plain(error)}${kept ? ' (the old page stays)' : ''}`);
  }
  if (failed.length > SHOWN_PROBLEMS)
    note(color.dim(`… and ${failed.length - SHOWN_PROBLEMS} more; \`--json\` lists them all`));
}
