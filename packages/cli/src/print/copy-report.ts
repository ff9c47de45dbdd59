import type { Copied } from '../commands/copy.ts';
import { plain, type Terminal } from '../terminal.ts';
import { counted } from './counted.ts';

const SHOWN = 20;

/** What was copied and whether both indexes are equal now, on standard error; what a dry run would copy and what differs on standard output. */
export function printCopyReport(copied: Copied, terminal: Terminal): void {
  const { color, note, out } = terminal;
  const { pages, comparison } = copied;
  const seconds = (copied.milliseconds / 1_000).toFixed(1);
  const what = `${counted(pages.copied, 'page')} of ${pages.total}, ${pages.removed} removed`;
  if (copied.status === 'dry-run') {
    out(`${copied.from} → ${copied.to}: ${what}, to be copied; ${pages.kept} are there\n`);
    return;
  }
  if (copied.status === 'unchanged') note(`${copied.to} shows the same as ${copied.from} already (${seconds} s)`);
  else note(`Copied ${what}, from ${copied.from} to ${copied.to} (${seconds} s)${copied.resumed ? '; went on' : ''}`);
  if (copied.cached !== undefined) note(color.dim(`  ${counted(copied.cached, 'paid vector')} copied`));
  if (comparison === undefined) return;
  const compared = `${counted(comparison.pages, 'page')}, ${counted(comparison.chunks, 'passage')} and ${comparison.searches} searches`;
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
