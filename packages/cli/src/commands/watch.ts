import { Cleanup } from '@ibid/drivers/cleanup';
import { invalidConfig } from '@ibid/core';
import type { IngestReport } from '@ibid/core/ingest';
import { PROJECT_FILES } from '@ibid/drivers/sources/project-files';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Context } from '../main.ts';
import type { SourceKind } from '../define-config.ts';
import { detectSource } from '../detect-source.ts';
import { errorBody, EXIT, exitCodeOf, reportError, type ExitCode } from '../exit-codes.ts';
import { indexSite, type IndexSiteOptions, openParser, runIngest } from '../run-ingest.ts';
import { printFailedPages, printIndexReport } from '../print/index-report.ts';
import { pluralize } from '../terminal.ts';
import { stateOf, watchFolder, type FolderWatch } from '../watch/watch-folder.ts';

/**
 * Indexes a folder, then indexes it again after every change until interrupted. A failed run is reported and changes nothing; the next
 * change tries again. Rejects if the command cannot work as given, or if the folder is gone.
 */
export async function watchCommand(options: IndexSiteOptions, context: Context): Promise<ExitCode> {
  const { terminal, settings, signal } = context;
  const sourceKind = await folderKind(options, context);
  /** Files outside the folder that pages import, as they were when last read. */
  const imported = new Map<string, string>();
  const isInside = (path: string): boolean => path.startsWith(resolve(options.source) + sep);
  const onImport = (path: string): void => {
    if (!isInside(path) && !imported.has(path)) imported.set(path, stateOf(path));
  };
  const folder = openWatch(options.source, imported, context);
  await using cleanup = new Cleanup();
  // The parser's threads stay running, so that a small change is indexed quickly.
  const parser = cleanup.adopt(await openParser(), (opened) => opened.close());
  const call = { settings, signal, parser, onProgress: () => undefined };
  let { fresh } = options;
  for (let isFirst = true; ; isFirst = false) {
    try {
      if (!isFirst) await folder.changed(signal);
    } catch (error) {
      if (signal.aborted) return EXIT.ok;
      throw error;
    }
    const started = performance.now();
    try {
      const run = { ...options, sourceKind, fresh, onImport };
      imported.clear();
      const report = await (isFirst ? indexSite(run, context) : runIngest(run, call));
      fresh = false;
      const milliseconds = Math.round(performance.now() - started);
      if (terminal.json) terminal.out(`${JSON.stringify({ index: settings.index.name, milliseconds, ...report })}\n`);
      else (isFirst ? printIndexReport : printLine)(report, milliseconds, context);
    } catch (error) {
      if (signal.aborted) return EXIT.ok;
      // An error in the command line cannot be fixed by changing a page, so it ends the command.
      if (isFirst && exitCodeOf(error) === EXIT.usage) throw error;
      reportError(error, { ...terminal, json: false });
      if (terminal.json) terminal.out(`${JSON.stringify(errorBody(error))}\n`);
    }
    if (isFirst) terminal.note(terminal.color.dim(`Watching ${options.source}. Ctrl-C stops it.`));
  }
}

/** Throws `INVALID_CONFIG` for a source that cannot be watched. */
async function folderKind({ source, sourceKind }: IndexSiteOptions, context: Context): Promise<SourceKind> {
  const kind = sourceKind ?? context.settings.sourceKind ?? (await detectSource(source));
  if (kind !== 'site') return kind;
  throw invalidConfig(
    `\`--watch\` needs a folder, and \`${source}\` is a web address. Index it without \`--watch\`, as often as it changes.`,
  );
}

function openWatch(source: string, imported: ReadonlyMap<string, string>, { settings }: Context): FolderWatch {
  const root = resolve(source);
  const { file } = settings.index;
  const index = file === undefined ? undefined : relative(root, resolve(file)).replaceAll(sep, '/');
  return watchFolder({
    root,
    // The file of the index and those that SQLite and the lock put next to it.
    isIgnored: (path) =>
      index !== undefined &&
      path.startsWith(index) &&
      /^(?:-(?:wal|shm|journal|lock)|\.creating-.*)?$/u.test(path.slice(index.length)),
    // The configuration file of a docs folder is in its parent folder.
    besides: () => PROJECT_FILES.map((name) => stateOf(join(dirname(root), name))).join('\n'),
    isOutdated: () => [...imported].some(([path, state]) => stateOf(path) !== state),
  });
}

/** `3 pages changed, 1 removed · 240 ms` */
function printLine(report: IngestReport, milliseconds: number, { terminal }: Context): void {
  const names = (['added', 'changed', 'removed', 'failed'] as const).filter((name) => report.pages[name] > 0);
  const counts = names.map((name, at) => {
    const count = report.pages[name];
    return `${at === 0 ? pluralize(count, 'page') : count} ${name}`;
  });
  const text = counts.length === 0 ? 'Nothing has changed' : counts.join(', ');
  terminal.note(`${text} ${terminal.color.dim(`· ${milliseconds} ms`)}`);
  printFailedPages(report, terminal);
}
