import { Cleanup } from '@ibid/drivers/cleanup';
import { IbidError } from '@ibid/core';
import type { IngestReport } from '@ibid/core/ingest';
import { PROJECT_FILES } from '@ibid/drivers/sources/project-files';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Context } from '../main.ts';
import type { SourceKind } from '../define-config.ts';
import { detectSource } from '../detect-source.ts';
import { errorBody, EXIT, exitCodeOf, reportError, type ExitCode } from '../exit-codes.ts';
import { indexFile } from '../index-address.ts';
import { indexSite, type IndexSiteOptions, openParser, runIngest } from '../run-ingest.ts';
import { printFailedPages, printIndexReport } from '../print/index-report.ts';
import { stateOf, watchFolder, type FolderWatch } from '../watch/watch-folder.ts';

/**
 * Indexes a folder, then indexes it again after every change until interrupted. A failed run is reported and changes nothing; the next
 * change tries again. Rejects if the command cannot work as given, or if the folder is gone.
 */
export async function watchCommand(options: IndexSiteOptions, context: Context): Promise<ExitCode> {
  const { terminal, signal } = context;
  const kind = await folderKind(options, context);
  const folder = openWatch(options.source, context);
  await using cleanup = new Cleanup();
  // The parser's threads stay running, so that a small change is indexed quickly.
  const parser = cleanup.adopt(await openParser(), (opened) => opened.close());
  const runs = { ...options, sourceKind: kind };
  let { fresh } = options;
  try {
    // An error in the command line cannot be fixed by changing a page, so it ends the command.
    await attempt(
      context,
      (error) => exitCodeOf(error) === EXIT.usage,
      async () => {
        const started = performance.now();
        const report = await indexSite({ ...runs, fresh }, context);
        fresh = false;
        tell(report, started, context, printIndexReport);
      },
    );
    terminal.note(terminal.color.dim(`Watching ${options.source}. Ctrl-C stops it.`));
    for (;;) {
      await folder.changed(signal);
      await attempt(
        context,
        () => false,
        async () => {
          const started = performance.now();
          const { settings } = context;
          const call = { settings, signal, parser, onProgress: () => undefined };
          const report = await runIngest({ ...runs, fresh }, call);
          fresh = false;
          tell(report, started, context, printLine);
        },
      );
    }
  } catch (error) {
    if (signal.aborted) return EXIT.ok;
    throw error;
  }
}

/** Throws `INVALID_CONFIG` for a source that cannot be watched. */
async function folderKind({ source, sourceKind }: IndexSiteOptions, context: Context): Promise<SourceKind> {
  const kind = sourceKind ?? context.settings.sourceKind ?? (await detectSource(source));
  if (kind !== 'site') return kind;
  throw new IbidError(
    'INVALID_CONFIG',
    `\`--watch\` needs a folder, and \`${source}\` is a web address. Index it without \`--watch\`, as often as it changes.`,
  );
}

function openWatch(source: string, { settings }: Context): FolderWatch {
  const root = resolve(source);
  const file = indexFile(settings.index);
  const index = file === undefined ? undefined : relative(root, resolve(file)).replaceAll(sep, '/');
  return watchFolder({
    root,
    isIgnored: (path) => index !== undefined && isOfIndex(path, index),
    // The configuration file of a docs folder is in its parent folder.
    besides: () => PROJECT_FILES.map((name) => stateOf(join(dirname(root), name))).join('\n'),
  });
}

/** Reports a failure and continues, unless `isEnd` matches it or the user interrupted. */
async function attempt(context: Context, isEnd: (error: unknown) => boolean, work: () => Promise<void>): Promise<void> {
  const { terminal, signal } = context;
  try {
    await work();
  } catch (error) {
    if (signal.aborted || isEnd(error)) throw error;
    reportError(error, { ...terminal, json: false });
    if (terminal.json) terminal.out(`${JSON.stringify(errorBody(error))}\n`);
  }
}

function tell(report: IngestReport, started: number, context: Context, print: typeof printLine): void {
  const milliseconds = Math.round(performance.now() - started);
  const { terminal, settings } = context;
  if (terminal.json) terminal.out(`${JSON.stringify({ index: settings.index, milliseconds, ...report })}\n`);
  else print(report, milliseconds, context);
}

/** `3 pages changed, 1 removed · 240 ms` */
function printLine(report: IngestReport, milliseconds: number, { terminal }: Context): void {
  const counts = (['added', 'changed', 'removed', 'failed'] as const).flatMap((name) => {
    const count = report.pages[name];
    return count === 0 ? [] : [{ count, name }];
  });
  const words = counts.map(({ count, name }, at) =>
    at > 0 ? `${count} ${name}` : `${count} ${count === 1 ? 'page' : 'pages'} ${name}`,
  );
  const text = words.length === 0 ? 'Nothing has changed' : words.join(', ');
  terminal.note(`${text} ${terminal.color.dim(`· ${milliseconds} ms`)}`);
  printFailedPages(report, terminal);
}

/** True for the file of an index and those that SQLite and the lock put next to it. */
function isOfIndex(path: string, index: string): boolean {
  return path.startsWith(index) && /^(?:-(?:wal|shm|journal|lock)|\.creating-.*)?$/u.test(path.slice(index.length));
}
