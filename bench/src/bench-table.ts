import { COLD_START_TARGET, flatFigures, ratios, SEARCH_TARGETS, type FlatFigures } from './bench-results.ts';
import { missedTargets, timesBare } from './http/http-results.ts';
import type { HttpOutcome } from './http/bench-http.ts';
import { ENGINES, type BenchOutcome } from './run-bench.ts';
import type { ScaleOutcomes } from './scale/bench-scale.ts';

/** Formats the figures as text. */
export function benchTable({ sizes, coldStart, panel, http, scale }: BenchOutcome): string {
  const lines: string[] = [];
  for (const size of sizes) {
    const names = ENGINES.filter((engine) => size.engines[engine] !== undefined);
    const figures = names.map((name): FlatFigures => flatFigures(size.engines[name]!));
    const target = SEARCH_TARGETS[String(size.size)];
    const aim = target === undefined ? '' : `, target of one search ${target} ms`;
    lines.push('', row(`${size.size} passages${aim}`, names));
    lines.push(...rows(figures));
    for (const [i, one] of figures.entries()) {
      for (const [key, value] of Object.entries(one)) {
        if (key.endsWith(' skipped')) lines.push(`  ${names[i]}: ${key}: ${value}`);
      }
    }
    for (const [peer, better] of Object.entries(ratios(size))) {
      const pairs = Object.entries(better).map(([key, value]) => `${key} ${short(value)}×`);
      lines.push(`  better than ${peer}: ${pairs.join(', ')}`);
    }
  }
  for (const [title, outcome] of [
    [`Cold start, target ${COLD_START_TARGET} ms`, coldStart],
    ['Panel in a browser', panel],
  ] as const) {
    lines.push('', title);
    lines.push(...(outcome.kind === 'skipped' ? [`  skipped: ${outcome.reason}`] : rows([outcome.figures])));
  }
  for (const one of http) lines.push(...httpLines(one));
  if (scale !== undefined) lines.push(...scaleLines(scale));
  return `${lines.join('\n')}\n`;
}

function scaleLines({ cells }: ScaleOutcomes): string[] {
  const names = cells.map(({ size, dimensions }) => `${size} × ${dimensions}`);
  return ['', row('Scale, embedded store alone', names), ...rows(cells.map(flatFigures))];
}

function httpLines(outcome: HttpOutcome): string[] {
  const names = Object.keys(outcome.cases);
  const figures = names.map((name): FlatFigures => {
    const own = outcome.cases[name]!;
    return own.kind === 'measured' ? own.figures : {};
  });
  const lines = ['', row(`HTTP, ${outcome.size} passages`, names), ...rows(figures)];
  for (const [name, times] of Object.entries(timesBare(outcome))) {
    const pairs = Object.entries(times).map(([key, value]) => `${key} ${short(value)}×`);
    lines.push(`  ${name} to bare Hono: ${pairs.join(', ')}`);
  }
  const missed = missedTargets(outcome);
  lines.push(...(missed.length === 0 ? ['  every target met'] : missed.map((line) => `  missed: ${line}`)));
  return lines;
}

/** One row for each figure that any of the cases has. */
function rows(cases: readonly Readonly<FlatFigures>[]): readonly string[] {
  const keys = [...new Set(cases.flatMap((one) => Object.keys(one)))].filter((key) => !key.endsWith(' skipped'));
  return keys.map((key) => {
    const cells = cases.map((one) => cell(one[key]));
    return row(`  ${key}`, cells);
  });
}

function row(name: string, cells: readonly string[]): string {
  return name.padEnd(44) + cells.map((text) => text.padStart(14)).join('');
}

function cell(value: number | string | undefined): string {
  return typeof value === 'number' ? short(value) : '-';
}

/** Three significant digits, without an exponent. */
function short(value: number): string {
  return String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}
