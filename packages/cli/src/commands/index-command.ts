import { invalidConfig } from '@ibid/core';
import { IN_BROWSER } from '@ibid/drivers/stores/static/format';
import type { StaticOptions } from '@ibid/drivers/stores/static/write-static';
import { dropUndefined } from '../config.ts';
import { isWebAddress } from '../detect-source.ts';
import type { Context } from '../main.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { indexSite, type IndexSiteOptions } from '../run-ingest.ts';
import { openIndex } from '../open-index.ts';
import { printIndexReport } from '../print/index-report.ts';
import { withProgress } from '../progress.ts';
import { staticLines, type StaticReport, writeStaticSite } from '../static-site.ts';

/** `--help` says what each flag does. */
export interface IndexFlags extends Omit<IndexSiteOptions, 'source' | 'sameSourceOnly'> {
  /** Defaults to the source in the settings. */
  readonly source: string | undefined;
  readonly watch?: boolean;
  readonly partialOk?: boolean;
  readonly static?: string;
  readonly offline?: boolean;
  readonly deviceModel?: boolean;
  readonly feedback?: string;
}

export async function indexCommand({ source, ...flags }: IndexFlags, context: Context): Promise<ExitCode> {
  const { terminal, settings } = context;
  const from = source ?? settings.source;
  if (from === undefined) {
    throw invalidConfig('Nothing to index. Name a folder or a web address: `ibid index docs`.');
  }
  const { watch = false, partialOk = false, static: folder, offline, deviceModel, feedback, ...options } = flags;
  const [fileFlag] = Object.keys(dropUndefined({ offline, 'device-model': deviceModel, feedback }));
  if (fileFlag !== undefined && folder === undefined) {
    const message = `\`--${fileFlag}\` is for the files that \`--static\` writes. Name their folder.`;
    throw invalidConfig(message);
  }
  if (feedback !== undefined && !isFeedbackAddress(feedback)) {
    throw invalidConfig(
      `\`--feedback ${feedback}\` is no address. Give one such as \`https://ask.example.org/api/feedback\`, a path of the site, or \`${IN_BROWSER}\`.`,
    );
  }
  if (watch) {
    const { watchCommand } = await import('./watch.ts');
    return watchCommand({ ...options, source: from }, context);
  }
  const started = performance.now();
  const report = await indexSite({ ...options, source: from }, context);
  const milliseconds = Math.round(performance.now() - started);
  const written =
    folder === undefined || report.dryRun
      ? undefined
      : await exportStatic(folder, { offline: offline ?? false, deviceModel: deviceModel ?? false, feedback }, context);
  if (terminal.json) {
    const exported = written === undefined ? {} : { static: written };
    terminal.outJson({ index: settings.index.name, milliseconds, ...report, ...exported });
  } else {
    printIndexReport(report, milliseconds, context);
    for (const line of written === undefined ? [] : staticLines(written)) terminal.note(line);
  }
  if (report.status !== 'partial') return EXIT.ok;
  if (!partialOk) return EXIT.partial;
  const { failed, found } = report.pages;
  const message = `${failed} of ${found} pages could not be indexed; the others are live`;
  terminal.problem(`${terminal.color.yellow('warning')} ${message}`);
  return EXIT.ok;
}

async function exportStatic(
  folder: string,
  options: StaticOptions,
  { settings, terminal }: Context,
): Promise<StaticReport> {
  await using store = await openIndex(settings);
  return await withProgress(terminal, { static: 'Writing static files' }, (show) =>
    writeStaticSite(store, folder, {
      panel: true,
      ...options,
      onPage: (done, total) => show({ stage: 'static', done, total }),
    }),
  );
}

function isFeedbackAddress(text: string): boolean {
  return text === IN_BROWSER || /^\/(?!\/)\S*$/u.test(text) || (isWebAddress(text) && URL.canParse(text));
}
