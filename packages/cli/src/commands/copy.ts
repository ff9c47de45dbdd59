import {
  compareIndexes,
  copyCache,
  copyIndex,
  IbidError,
  type Comparison,
  type CopyPair,
  type CopyReport,
  type CopyStage,
} from '@ibid/core';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { indexName } from '../index-address.ts';
import { isSameIndex } from '../is-same-index.ts';
import { openIndex, openIndexForWriting } from '../open-index.ts';
import { printCopyReport } from '../print/copy-report.ts';
import { openProgress, type StageLabels } from '../progress.ts';

export interface CopyFlags {
  /** The index of the settings unless given. */
  readonly from?: string;
  readonly to: string;
  readonly fresh?: boolean;
  readonly dryRun?: boolean;
  /** Vectors that were paid for, too. */
  readonly cache?: boolean;
}

/** What a copy came to. */
export interface Copied extends CopyReport {
  readonly from: string;
  readonly to: string;
  readonly milliseconds: number;
  /** Vectors of the cache; `undefined` where they were not asked for. */
  readonly cached?: number;
  /** `undefined` after a dry run. */
  readonly comparison?: Comparison;
}

const LABELS: StageLabels<CopyStage> = {
  list: 'Listing pages',
  copy: 'Copying pages',
  publish: 'Publishing',
  cache: 'Copying paid vectors',
  compare: 'Comparing pages',
  search: 'Comparing searches',
  check: 'Checking both indexes',
};

/** Puts what one index shows into another without embedding anything, then reads both and fails when they differ in anything. */
export async function copyCommand(flags: CopyFlags, context: Context): Promise<ExitCode> {
  const { terminal, settings, signal } = context;
  const { from = settings.index, to, dryRun = false } = flags;
  if (await isSameIndex(from, to)) {
    throw new IbidError(
      'INVALID_CONFIG',
      `\`--from\` and \`--to\` are both \`${indexName(to)}\`. Name another target.`,
    );
  }
  await using cleanup = new AsyncDisposableStack();
  const source = cleanup.use(await openIndex({ ...settings, index: from }));
  const { store } = cleanup.use(await openIndexForWriting({ ...settings, index: to }, { dryRun }));
  const progress = await openProgress(terminal, LABELS);
  const pair: CopyPair = { from: source, to: store, signal, onProgress: progress.show };
  const started = performance.now();
  let copied: Copied;
  try {
    const names = { from: indexName(from), to: indexName(to) };
    const report = await copyIndex({ ...pair, fresh: flags.fresh ?? false, dryRun });
    const cached = flags.cache === true && !dryRun ? await cacheOf(pair) : undefined;
    const comparison = dryRun ? undefined : await compareIndexes(pair);
    copied = {
      ...names,
      milliseconds: Math.round(performance.now() - started),
      ...report,
      ...(cached === undefined ? {} : { cached }),
      ...(comparison === undefined ? {} : { comparison }),
    };
  } finally {
    progress.end();
  }
  if (terminal.json) terminal.out(`${JSON.stringify(copied, null, 2)}\n`);
  else printCopyReport(copied, terminal);
  return (copied.comparison?.differences ?? 0) > 0 ? EXIT.failure : EXIT.ok;
}

async function cacheOf(pair: CopyPair): Promise<number> {
  const { embedTexts } = await import('@ibid/core/chunk');
  return copyCache({ ...pair, embedTexts });
}
