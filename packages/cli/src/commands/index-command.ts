import { IbidError } from '@ibid/core';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { indexSite } from '../index-site.ts';
import { printIndexReport } from '../print/index-report.ts';
import type { IndexSiteOptions } from '../run-ingest.ts';

export interface IndexFlags extends Omit<IndexSiteOptions, 'source' | 'sameSourceOnly'> {
  readonly watch?: boolean;
}

export async function indexCommand(source: string | undefined, flags: IndexFlags, context: Context): Promise<ExitCode> {
  const { terminal, settings } = context;
  const from = source ?? settings.source;
  if (from === undefined) {
    throw new IbidError('INVALID_CONFIG', 'Nothing to index. Name a folder or a web address: `ibid index docs`.');
  }
  const { watch = false, ...options } = flags;
  if (watch) {
    const { watchCommand } = await import('./watch.ts');
    return watchCommand({ ...options, source: from }, context);
  }
  const started = performance.now();
  const report = await indexSite({ ...options, source: from }, context);
  const milliseconds = Math.round(performance.now() - started);
  if (terminal.json) {
    terminal.out(`${JSON.stringify({ index: settings.index, milliseconds, ...report }, null, 2)}\n`);
  } else {
    printIndexReport(report, milliseconds, context);
  }
  return report.status === 'partial' ? EXIT.partial : EXIT.ok;
}
