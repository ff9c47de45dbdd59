import type { IngestReport } from '@ibid/core/ingest';
import { IbidError, type Diagnostic } from '@ibid/core';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { indexSite, type IndexSiteOptions } from '../index-site.ts';
import { plain } from '../terminal.ts';

const SHOWN_PROBLEMS = 10;
const SHOWN_MESSAGE = 200;

export async function indexCommand(
  source: string | undefined,
  flags: Omit<IndexSiteOptions, 'source'>,
  context: Context,
): Promise<ExitCode> {
  const { terminal, settings } = context;
  const from = source ?? settings.source;
  if (from === undefined) {
    throw new IbidError('INVALID_CONFIG', 'Nothing to index. Name a folder or a web address: `ibid index docs`.');
  }
  const started = performance.now();
  const report = await indexSite({ ...flags, source: from }, context);
  const milliseconds = Math.round(performance.now() - started);
  if (terminal.json) {
    terminal.out(`${JSON.stringify({ index: settings.index, milliseconds, ...report }, null, 2)}\n`);
  } else {
    printReport(report, milliseconds, context);
  }
  return report.status === 'partial' ? EXIT.partial : EXIT.ok;
}

function printReport(report: IngestReport, milliseconds: number, { terminal, settings }: Context): void {
  const { color, note } = terminal;
  const { pages, changes, failed } = report;
  const shown = pages.found - pages.skipped - pages.failed;
  const seconds = (milliseconds / 1000).toFixed(1);
  if (report.dryRun) note(`Dry run: nothing was written (${seconds} s)`);
  else if (report.unchanged) note(`Nothing has changed: ${shown} pages, ${report.chunks} passages (${seconds} s)`);
  else note(`Indexed ${shown} pages, ${report.chunks} passages into ${settings.index} (${seconds} s)`);
  const counts = (['added', 'changed', 'removed', 'unchanged', 'skipped', 'failed'] as const)
    .filter((name) => pages[name] > 0)
    .map((name) => `${name} ${pages[name]}`);
  if (counts.length > 0) note(color.dim(`  ${counts.join(' · ')}`));
  if (report.dryRun) {
    for (const [sign, urls] of [
      ['+', changes.added],
      ['~', changes.changed],
      ['-', changes.removed],
    ] as const) {
      for (const url of urls) terminal.out(`${sign} ${plain(url)}\n`);
    }
  }
  for (const { page, stage, error, kept } of failed.slice(0, SHOWN_PROBLEMS)) {
    terminal.problem(
      `${color.red('failed')} ${plain(page)}: ${stage}: ${plain(error)}${kept ? ' (the old page stays)' : ''}`,
    );
  }
  if (failed.length > SHOWN_PROBLEMS)
    note(color.dim(`… and ${failed.length - SHOWN_PROBLEMS} more; \`--json\` lists them all`));
  for (const [rule, [first, ...others]] of byRule(report.diagnostics)) {
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    const { severity, page, message } = first!;
    note(`${color.yellow(severity)} ${plain(page)}${more}: ${shorten(plain(message))} ${color.dim(`[${rule}]`)}`);
  }
}

/** Warnings and errors; a site often has the same one on many pages. */
function byRule(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, Diagnostic[]> {
  return Map.groupBy(
    diagnostics.filter(({ severity }) => severity !== 'info'),
    ({ rule }) => rule,
  );
}

function shorten(message: string): string {
  return message.length > SHOWN_MESSAGE ? `${message.slice(0, SHOWN_MESSAGE)}…` : message;
}
