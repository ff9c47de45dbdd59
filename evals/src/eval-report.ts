import { isFailure } from './baselines.ts';
import { isOfPart } from './eval-set.ts';
import { folded, foldedList, htmlTable, note, reportPage, type TableRow } from './report/index.ts';
import type { SetOutcome } from './run-sets.ts';

/** Figures of all sets that ran: set → metric or count → number. */
export function resultsJson(outcomes: readonly SetOutcome[]): Record<string, Record<string, number>> {
  return Object.fromEntries(
    outcomes
      .filter(({ skipped }) => skipped === '')
      .map(({ name, result }) => [name, { ...result.metrics, ...result.facts }]),
  );
}

/** Builds the report as one HTML file. It contains only the ids of questions, not their text. */
export function evalReport(outcomes: readonly SetOutcome[], sample: number | undefined): string {
  const intro =
    sample === undefined ? [] : [`Sample of ${sample} questions for each set: not compared with the baselines.`];
  return reportPage(
    'Evaluation',
    intro,
    outcomes.map((outcome) => ({ title: outcome.name, parts: sectionParts(outcome) })),
  );
}

function sectionParts({ summary, skipped, result, comparisons }: SetOutcome): readonly string[] {
  if (skipped !== '') return [note(summary), note(`Skipped: ${skipped}.`)];
  const ofParts = comparisons.filter(({ metric }) => isOfPart(metric));
  const ofAll = comparisons.filter(({ metric }) => !isOfPart(metric));
  const head = ['metric', 'value', 'target', 'baseline', ''];
  const fallen = ofParts.filter(({ verdict }) => isFailure(verdict)).length;
  const facts = Object.entries(result.facts).map(([key, value]) => ({
    cells: [key, String(Number(value.toFixed(2)))],
  }));
  return [
    note(summary),
    htmlTable(head, rowsOf(ofAll)),
    ...(ofParts.length === 0
      ? []
      : [folded(`Metrics of parts: ${ofParts.length}, of these fallen: ${fallen}`, htmlTable(head, rowsOf(ofParts)))]),
    ...(result.tables ?? []).flatMap(({ title, head: heads, rows }) => [
      note(title),
      htmlTable(
        heads,
        rows.map((cells) => ({ cells })),
      ),
    ]),
    htmlTable(['count', ''], facts),
    ...(result.misses ?? []).map(({ title, ids }) => foldedList(`${title}: ${ids.length}`, ids)),
    ...(result.notes ?? []).map(note),
  ];
}

function rowsOf(comparisons: SetOutcome['comparisons']): TableRow[] {
  return comparisons.map(({ metric, value, target, baseline, verdict }) => ({
    cells: [metric, figure(value), figure(target), figure(baseline), verdict],
    bad: isFailure(verdict),
  }));
}

function figure(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(3);
}
