import { Cleanup } from '@ibid/drivers/cleanup';
import { compareIndexes, copyIndex, invalidConfig } from '@ibid/core';
import type { Comparison, CopyPair, CopyReport, CopyStage } from '@ibid/core/types';
import type { Context } from '../main.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { openIndex, openIndexForWriting } from '../open-index.ts';
import { type StageLabels, withProgress } from '../progress.ts';
import { locateIndex } from '../stores.ts';
import { plain, pluralize, type Terminal } from '../terminal.ts';

export interface CopyFlags {
  /** Defaults to the index in the settings. */
  readonly from?: string;
  readonly to: string;
  readonly fresh?: boolean;
  readonly dryRun?: boolean;
}

/** Result of a copy. */
interface Copied extends CopyReport {
  readonly from: string;
  readonly to: string;
  readonly milliseconds: number;
  /** `undefined` after a dry run. */
  readonly comparison: Comparison | undefined;
}

const LABELS: StageLabels<CopyStage> = {
  list: 'Listing pages',
  copy: 'Copying pages',
  publish: 'Publishing',
  compare: 'Comparing pages',
  check: 'Checking both indexes',
};

const SHOWN = 20;

/** Copies an index into another one without embedding anything, then compares both and fails on any difference. */
export async function copyCommand(flags: CopyFlags, context: Context): Promise<ExitCode> {
  const { terminal, settings, signal } = context;
  const { dryRun = false } = flags;
  const from = flags.from === undefined ? settings.index : await locateIndex(flags.from);
  const to = await locateIndex(flags.to);
  if (from.identity === to.identity) {
    throw invalidConfig(`\`--from\` and \`--to\` are both \`${to.name}\`. Name another target.`);
  }
  await using cleanup = new Cleanup();
  const source = cleanup.use(await openIndex({ ...settings, index: from }));
  const store = await openIndexForWriting({ ...settings, index: to }, { dryRun, cleanup });
  const started = performance.now();
  const copied = await withProgress(terminal, LABELS, async (onProgress): Promise<Copied> => {
    const pair: CopyPair = { from: source, to: store, signal, onProgress };
    const report = await copyIndex({ ...pair, fresh: flags.fresh ?? false, dryRun });
    const comparison = dryRun ? undefined : await compareIndexes(pair);
    const milliseconds = Math.round(performance.now() - started);
    return { from: from.name, to: to.name, milliseconds, ...report, comparison };
  });
  if (terminal.json) terminal.outJson(copied);
  else printCopyReport(copied, terminal);
  return (copied.comparison?.differences ?? 0) > 0 ? EXIT.failure : EXIT.ok;
}

/** Prints the copy and the comparison to standard error; the plan of a dry run and any differences to standard output. */
function printCopyReport(copied: Copied, terminal: Terminal): void {
  const { color, note, out } = terminal;
  const { pages, comparison } = copied;
  const seconds = (copied.milliseconds / 1_000).toFixed(1);
  const what = `${pluralize(pages.copied, 'page')} of ${pages.total}, ${pages.removed} removed`;
  if (copied.status === 'dry-run') {
    out(`${copied.from} → ${copied.to}: ${what}, to be copied; ${pages.kept} are there\n`);
    return;
  }
  if (copied.status === 'unchanged') note(`${copied.to} shows the same as ${copied.from} already (${seconds} s)`);
  else note(`Copied ${what}, from ${copied.from} to ${copied.to} (${seconds} s)${copied.resumed ? '; went on' : ''}`);
  if (comparison === undefined) return;
  const compared = `${pluralize(comparison.pages, 'page')} and ${pluralize(comparison.chunks, 'passage')}`;
  if (comparison.differences === 0) {
    note(color.dim(`  ${compared} compared: equal, vectors to ${comparison.vectorGap.toExponential(0)}`));
    return;
  }
  for (const { page, message, rule } of comparison.diagnostics.slice(0, SHOWN)) {
    out(`${color.red('differs')} ${plain(page)}${page === '' ? '' : ': '}${plain(message)} [${rule}]\n`);
  }
  const more = comparison.differences - Math.min(SHOWN, comparison.diagnostics.length);
  terminal.problem(
    `${compared} compared: ${comparison.differences} differences${more > 0 ? `, ${more} of them not shown` : ''}. Copy again with --fresh.`,
  );
}
