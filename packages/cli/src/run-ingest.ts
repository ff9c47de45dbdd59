import { Cleanup } from '@ibid/drivers/cleanup';
import { invalidConfig } from '@ibid/core';
import type { Source } from '@ibid/core/types';
import { ingest, type IngestProgress, type IngestReport, type IngestStage } from '@ibid/core/ingest';
import type { WorkerParser } from '@ibid/drivers/parsers/worker';
import { availableParallelism } from 'node:os';
import { dropUndefined, type Settings } from './config.ts';
import type { Context } from './main.ts';
import { inMegabytes, type StageLabels, withProgress } from './progress.ts';
import { detectSource, isWebAddress } from './detect-source.ts';
import type { EmbedderName, SourceKind } from './define-config.ts';
import { openForIndexing, type EmbedderCall } from './open-embedder-source.ts';
import { openIndexForWriting } from './open-index.ts';

/** The ways in which an index is updated from whatever source. */
interface UpdateOptions {
  readonly embedder?: EmbedderName | undefined;
  readonly fresh?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly allowShrink?: boolean | undefined;
  /** Patterns of paths of pages to omit; default those of the settings. */
  readonly exclude?: readonly string[] | undefined;
  /** Refuses an index that was made from another source instead of overwriting it. */
  readonly sameSourceOnly?: boolean;
}

export interface IndexSiteOptions extends UpdateOptions {
  readonly source: string;
  readonly sourceKind?: SourceKind | undefined;
  readonly siteUrl?: string | undefined;
  readonly locale?: string | undefined;
  /** Languages of a Docusaurus site, overriding those read from its configuration. */
  readonly locales?: readonly string[] | undefined;
  /** Allows a site on this machine or in a private network. */
  readonly allowPrivate?: boolean | undefined;
  readonly maxPages?: number | undefined;
  /** True if the caller serves pages whose address is unknown, so that footnotes open them. */
  readonly servesPages?: boolean;
  /** Receives the path of each file that pages of a Markdown folder import, before it is read. */
  readonly onImport?: ((path: string) => void) | undefined;
}

const REMOTE_CONCURRENCY = 4;

/** The settings that determine what is indexed and into which index. */
export type IngestSettings = Pick<
  Settings,
  'index' | 'sourceKind' | 'siteUrl' | 'locale' | 'locales' | 'exclude' | 'embedder' | 'secret' | 'modelCache'
> &
  Partial<Pick<Settings, 'stateUrl'>>;

/** Everything a run needs in addition to its options. */
export interface IngestCall {
  readonly settings: IngestSettings;
  readonly signal?: AbortSignal;
  readonly onProgress: (progress: IngestProgress) => void;
  /** Receives the progress while a missing local model is downloaded. Without it, no model is downloaded. */
  readonly onFetch?: EmbedderCall['onFetch'];
  /** Receives what delays the download. */
  readonly onNote?: EmbedderCall['onNote'];
  /** Not closed by the run; by default the run opens and closes its own parser. */
  readonly parser?: WorkerParser | undefined;
}

/** Updates the index of the settings from a folder or a site. */
export async function runIngest(options: IndexSiteOptions, call: IngestCall): Promise<IngestReport> {
  const { settings } = call;
  const kind = options.sourceKind ?? settings.sourceKind ?? (await detectSource(options.source));
  const { siteUrl, locale, locales } = settings;
  const wanted = { siteUrl, locale, locales, ...dropUndefined(options), source: options.source };
  return updateIndex((parser) => openSource(wanted, kind, parser), options, call);
}

/** Opens source, index and embedder, updates the index from the source, and closes them. The live index stays if this rejects. */
export async function updateIndex(
  open: (parser: WorkerParser) => Promise<Source>,
  options: UpdateOptions,
  call: IngestCall,
): Promise<IngestReport> {
  const { settings, signal = new AbortController().signal, onProgress } = call;
  await using cleanup = new Cleanup();
  const parser = call.parser ?? cleanup.adopt(await openParser(), (opened) => opened.close());
  const { excludePages } = await import('@ibid/drivers/sources/exclude-pages');
  const exclude = options.exclude ?? settings.exclude ?? [];
  const source = cleanup.adopt(excludePages(await open(parser), exclude), (opened) => opened.close());
  const store = await openIndexForWriting(settings, { dryRun: options.dryRun ?? false, cleanup });
  const live = await store.info({ signal });
  if (options.sameSourceOnly === true && live !== undefined && live.sourceId !== source.id) {
    throw invalidConfig(
      `\`${settings.index.name}\` is the index of \`${live.sourceId}\`, not of \`${source.id}\`. Name another one with \`--index\`.`,
    );
  }
  const embedder = cleanup.adopt(
    await openForIndexing(options.embedder, {
      settings,
      space: live?.space,
      signal,
      onFetch: options.dryRun === true ? undefined : call.onFetch,
      onNote: call.onNote,
    }),
    async (opened) => (opened.kind === 'fixed' ? opened.embedder.close() : undefined),
  );
  // Several requests at once are faster for hosted embedders.
  const isHosted = embedder.kind === 'fixed' && /^(?:cohere|openai|gemini)\//u.test(embedder.embedder.id);
  return await ingest({
    source,
    parser,
    store,
    embedder,
    embedding: { random: Math.random, concurrency: isHosted ? REMOTE_CONCURRENCY : 1 },
    now: () => new Date(),
    fresh: options.fresh ?? false,
    dryRun: options.dryRun ?? false,
    allowShrink: options.allowShrink ?? false,
    onProgress,
    signal,
  });
}

/** Opens a source. `parser` extracts the links of sites and is not closed by the source. */
async function openSource(
  options: Omit<IndexSiteOptions, 'sourceKind' | 'embedder'>,
  kind: SourceKind,
  parser: WorkerParser,
): Promise<Source> {
  const { source, siteUrl, locale, locales, maxPages, onImport } = options;
  switch (kind) {
    case 'site': {
      const { namesPrivateHost } = await import('@ibid/drivers/sources/site/address-guard');
      const { siteSource } = await import('@ibid/drivers/sources/site');
      // A private address given by the user is intended. Links and redirects to other private hosts stay forbidden.
      const allowPrivate = options.allowPrivate ?? namesPrivateHost(source);
      return siteSource({ url: source, parser, ...dropUndefined({ allowPrivate, maxPages }) });
    }
    case 'html': {
      const { htmlSource } = await import('@ibid/drivers/sources/html');
      return htmlSource({ root: source, ...dropUndefined({ siteUrl }) });
    }
    case 'markdown': {
      const { markdownSource } = await import('@ibid/drivers/sources/markdown');
      const settings = locales === undefined ? undefined : { locales };
      return markdownSource({ root: source, ...dropUndefined({ siteUrl, locale, settings, onImport }) });
    }
  }
}

/** Creates a parser with one thread per core, at most four; threads start when needed. */
export async function openParser(): Promise<WorkerParser> {
  const { workerParser } = await import('@ibid/drivers/parsers/worker');
  return workerParser({ pool: Math.min(4, availableParallelism()) });
}

const LABELS: StageLabels<IngestStage | 'fetch'> = {
  fetch: 'Fetching the model (MB)',
  list: 'Listing pages',
  pages: 'Reading pages',
  fit: 'Learning the words of the site',
  embed: 'Embedding passages',
  publish: 'Publishing',
};

/** Base address of pages when no site address is known; see `markdownSource`. */
const ASSUMED_SITE = 'http://localhost:3000/';

/** Updates the index of `context` from the source, with progress on standard error. */
export async function indexSite(
  options: IndexSiteOptions,
  { settings, terminal, signal }: Context,
): Promise<IngestReport> {
  const report = await withProgress(terminal, LABELS, (show, onNote) =>
    runIngest(options, {
      settings,
      signal,
      onProgress: show,
      onFetch: (done, total) => show(inMegabytes(done, total)),
      onNote,
    }),
  );
  const { added, changed } = report.changes;
  const isUnknown = (options.siteUrl ?? settings.siteUrl) === undefined && !isWebAddress(options.source);
  // Checks only pages written in this run: for an unchanged site, the note was shown before.
  const isAssumed = isUnknown && [...added, ...changed].some((url) => url.startsWith(ASSUMED_SITE));
  if (isAssumed && options.servesPages !== true) {
    const message = `footnotes lead to ${ASSUMED_SITE}, for nothing says where the pages are published: give \`--site-url\``;
    terminal.problem(`${terminal.color.yellow('warning')} ${message}`);
  }
  return report;
}
