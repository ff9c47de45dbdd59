/** The part of vitest's JSON report that is read. */
export interface TestResults {
  readonly testResults: readonly {
    readonly status: string;
    readonly name: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      /** A test that makes several attempts reports their number here. */
      readonly meta?: { readonly tries?: number };
    }[];
  }[];
}

export interface BarCount {
  /** Number of single attacks: kills, damaged files, requests, pages, payloads, replies of a model, selections. */
  readonly tries: number;
  /** Tests with at least one successful attack. */
  readonly failed: readonly string[];
  /** Number of planted errors. `noticed`: how many of them were detected. */
  readonly planted: number;
  readonly noticed: number;
}

export const NOTHING_TRIED: BarCount = { tries: 0, failed: [], planted: 0, noticed: 0 };

/** Test files of each class, as parts of their names. */
export const CLASSES: Readonly<Record<string, readonly string[]>> = {
  kills: ['sqlite/kill.long', 'state/kill.long', 'qdrant-kill.long', 'ingest-job.long'],
  'damaged files': ['sqlite/damage', 'ingest-faults.long'],
  'hostile HTTP': ['server/src/fuzz', 'server/src/connections', 'server/src/limits', 'site/hostile-paths'],
  'hostile pages': ['parse-html.hostile', 'parse-markdown.hostile', 'core/src/growth.exhaustive'],
  'payloads in Chromium': ['e2e/src/hostile'],
  'hijacked models': ['testing/containment', 'testing/with-model'],
  'agents and chat programs': ['e2e/src/surfaces'],
  selections: ['supplied/selection-only', 'supplied/supplied.property', 'supplied/round-trip'],
};

const PLANTED = /\bplanted\b|\bcontrol\b|behind a gate that is none/iu;

export function countResults({ testResults }: TestResults, before: BarCount = NOTHING_TRIED): BarCount {
  const failed = [...before.failed];
  let { tries, planted, noticed } = before;
  for (const { name, status, assertionResults } of testResults) {
    // A file that could not be loaded has no test results, so it counts as failed.
    if (assertionResults.length === 0 && status === 'failed') failed.push(name);
    for (const test of assertionResults) {
      if (test.status !== 'passed' && test.status !== 'failed') continue;
      const passed = test.status === 'passed';
      if (!passed) failed.push(test.fullName);
      if (PLANTED.test(test.fullName)) {
        planted += 1;
        noticed += Number(passed);
      } else {
        tries += test.meta?.tries ?? 1;
      }
    }
  }
  return { tries, failed, planted, noticed };
}

export function barTable(counts: ReadonlyMap<string, BarCount>): string {
  const rows = [...counts].map(
    ([name, { tries, failed, planted, noticed }]) =>
      `| ${name} | ${tries.toLocaleString('en-US')} | ${failed.length} | ${noticed} of ${planted} |`,
  );
  return ['| attacked by | tries | got through | planted faults noticed |', '|---|---|---|---|', ...rows].join('\n');
}
