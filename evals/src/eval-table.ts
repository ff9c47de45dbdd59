import { isFailure } from './baselines.ts';
import { isOfPart } from './eval-set.ts';
import type { SetOutcome } from './run-sets.ts';

/** Formats the figures as text, one block per set; figures of parts are shown only if they fell. */
export function evalTable(outcomes: readonly SetOutcome[]): string {
  const lines = [row('', 'value', 'target', 'baseline', '')];
  for (const { name, skipped, comparisons, result } of outcomes) {
    lines.push('', name);
    if (skipped !== '') lines.push(`  skipped: ${skipped}`);
    for (const { metric, value, target, baseline, verdict } of comparisons) {
      if (isOfPart(metric) && !isFailure(verdict)) continue;
      lines.push(row(metric, figure(value), figure(target), figure(baseline), verdict));
    }
    for (const [fact, value] of Object.entries(result.facts)) lines.push(row(fact, String(Number(value.toFixed(2)))));
  }
  return `${lines.join('\n')}\n`;
}

function row(name: string, value: string, target: string = '', baseline: string = '', verdict: string = ''): string {
  return `  ${name.padEnd(42)}${value.padStart(8)}${target.padStart(9)}${baseline.padStart(10)}  ${verdict}`.trimEnd();
}

function figure(value: number | undefined): string {
  return value === undefined ? '-' : value.toFixed(3);
}
