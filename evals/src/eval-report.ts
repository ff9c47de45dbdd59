import { isFailure } from './baselines.ts';
import { barPlot, foldedList, heatMapPlot, histogramPlot, htmlTable, note, reportPage } from './report/index.ts';
import type { SetOutcome } from './run-sets.ts';

/** Figures of all sets that ran: set → metric or count → number. */
export function resultsJson(outcomes: readonly SetOutcome[]): Record<string, Record<string, number>> {
  return Object.fromEntries(
    outcomes
      .filter(({ skipped }) => skipped === '')
      .map(({ name, result }) => [name, { ...result.metrics, ...result.facts }]),
  );
}

/** The report as one HTML file. Of the questions it shows ids alone. */
export function evalReport(outcomes: readonly SetOutcome[], sample: number | undefined): string {
  const intro = ['Bars: value. Dashed line: target. Dot: committed baseline.'];
  if (sample !== undefined) intro.push(`Sample of ${sample} questions for each set: not compared with the baselines.`);
  return reportPage(
    'Evaluation',
    intro,
    outcomes.map((outcome) => ({ title: outcome.name, parts: sectionParts(outcome) })),
  );
}

function sectionParts({ name, summary, skipped, result, comparisons }: SetOutcome): readonly string[] {
  if (skipped !== '') return [note(summary), note(`Skipped: ${skipped}.`)];
  const bars = comparisons.flatMap(({ metric, value, target, baseline, verdict }) =>
    value === undefined ? [] : [{ name: metric, value, target, baseline, bad: isFailure(verdict) }],
  );
  const rows = comparisons.map(({ metric, value, target, baseline, verdict }) => ({
    cells: [metric, figure(value), figure(target), figure(baseline), verdict],
    bad: isFailure(verdict),
  }));
  const facts = Object.entries(result.facts).map(([key, value]) => ({
    cells: [key, String(Number(value.toFixed(2)))],
  }));
  return [
    note(summary),
    barPlot(`Metrics of ${name}`, bars),
    htmlTable(['metric', 'value', 'target', 'baseline', ''], rows),
    ...(result.heatMaps ?? []).flatMap((map) => [note(map.title), heatMapPlot(map)]),
    ...(result.histograms ?? []).flatMap((histogram) => [note(histogram.title), histogramPlot(histogram)]),
    htmlTable(['count', ''], facts),
    ...(result.misses ?? []).map(({ title, ids }) => foldedList(`${title}: ${ids.length}`, ids)),
    ...(result.notes ?? []).map(note),
  ];
}

function figure(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(3);
}
