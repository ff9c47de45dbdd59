import type { Context } from '../main.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { emptyIndex, openIndex } from '../open-index.ts';
import { withProgress } from '../progress.ts';
import { writePages } from '../write-pages.ts';
import { pluralize } from '../terminal.ts';

export interface ExportFlags {
  readonly folder: string;
  readonly siteUrl?: string;
  readonly title?: string;
  readonly force?: boolean;
}

/** Writes the indexed pages into a folder for machine readers: one Markdown file per page, `llms.txt` and `llms-full.txt`. */
export async function exportCommand({ folder, ...flags }: ExportFlags, context: Context): Promise<ExitCode> {
  const { terminal, settings, signal } = context;
  await using store = await openIndex(settings);
  if ((await store.info({ signal })) === undefined) throw emptyIndex(settings.index);
  const written = await withProgress(terminal, { write: 'Writing pages' }, (show) =>
    writePages(store, folder, {
      title: flags.title ?? settings.title ?? 'Documentation',
      siteUrl: flags.siteUrl ?? settings.siteUrl,
      others: flags.force === true ? 'overwrite' : 'refuse',
      onPage: (done, total) => {
        signal.throwIfAborted();
        show({ stage: 'write', done, total });
      },
    }),
  );
  if (terminal.json) terminal.outJson({ folder, ...written });
  else {
    terminal.note(`Wrote ${pluralize(written.pages, 'page')} as Markdown into ${folder}, for ${written.siteUrl}`);
    if (written.elsewhere > 0) {
      terminal.problem(
        `${pluralize(written.elsewhere, 'page')} of the index have other addresses and were left out; see --site-url.`,
      );
    }
  }
  return EXIT.ok;
}
