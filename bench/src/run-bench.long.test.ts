import { expect, test } from 'vitest';
import { figureOf, machine, resultsJson } from './bench-results.ts';
import { benchTable } from './bench-table.ts';
import { CASES } from './cases/index.ts';
import { ENGINES, runBench } from './run-bench.ts';
import type { CaseOutcome } from './run-case.ts';

test('a small run measures every engine over the same passages', async () => {
  const outcome = await runBench({
    parts: ['search'],
    sizes: [60],
    peers: true,
    seconds: 60,
    progress: () => {},
    // Runs in this process; separate processes are tested below.
    run: async (name, given): Promise<CaseOutcome> => {
      const few = { ...given, questions: given.questions.slice(0, 10) };
      return { kind: 'measured', figures: await (await CASES[name]!())(few) };
    },
  });
  const [size] = outcome.sizes;
  const figures = (name: string): number[] => ENGINES.map((engine) => figureOf(size!, engine, name) ?? 0);
  expect(new Set(figures('chunks')).size).toBe(1);
  expect(Math.min(...figures('page found in 10'))).toBeGreaterThan(0.8);
  const json = JSON.parse(JSON.stringify(resultsJson(outcome, machine()))) as { sizes: Record<string, object> };
  expect(Object.keys(json.sizes)).toEqual(['60']);
  expect(benchTable(outcome)).toContain('better than minisearch');
});
