/**
 * Brings the index up to what a source holds.
 *
 * The store keeps one build in addition to the live generation. Every step writes to the build and is durable by itself: a page
 * (text and passages) whole, the vectors of a page whole, then one atomic switch. So a run can end anywhere; the next one
 * compares the listing with what the build holds and does what is missing. Nothing that readers see changes before the switch.
 *
 * A page is read again when its revision differs from the build's, and embedded again when the build has no vectors for it
 * in the chosen space; the store drops vectors together with the content they belong to. All else follows from these two.
 *
 * Refuses to empty or shrink an index because the source was away, unless told to (see `shrink-guard.ts`).
 */
import { embedTexts } from '../chunk/index.ts';
import type { Embedder, EmbedderSource, EmbeddingSpace, PassageCounts } from '../types/embedder.ts';
import { IbidError } from '../types/ibid-error.ts';
import { embedPages } from './embed-pages.ts';
import type { IngestOptions, IngestReport } from './ingest-options.ts';
import {
  buildReport,
  countBuild,
  deletePages,
  dryRun,
  type EmbeddingCount,
  hasWritten,
  isSameSchema,
  listEntries,
  planChanges,
  shrinkError,
  type Run,
  startRun,
  throwIfAborted,
} from './run.ts';
import { readPages } from './read-pages.ts';

/**
 * Indexes what is new or changed, removes what is gone, and switches to the result. Page troubles are in the report.
 *
 * Rejects with `STORE_BUSY` when another run has the index, `SOURCE_UNAVAILABLE` when the source has nothing to index,
 * `BUILD_HELD` when too many pages are missing, `ABORTED` on `signal`, or with what store or embedder reject with; in all
 * these cases the live generation stays, and the next run goes on from there.
 */
export async function ingest(options: IngestOptions): Promise<IngestReport> {
  throwIfAborted(options.signal);
  if (options.dryRun ?? false) return dryRun(options);
  const run = await startRun(options);
  try {
    return await build(run);
  } catch (error) {
    // A build that holds nothing new is worth nothing, and keeping it would keep the writer lock.
    if (!run.resumed && !hasWritten(run)) await options.store.abandonBuild().catch(() => undefined);
    throwIfAborted(options.signal);
    throw error;
  }
}

async function build(run: Run): Promise<IngestReport> {
  const { watch, options } = run;
  const listed = await watch.time('list', (report) => listEntries(options, report));
  run.entries = listed.entries;
  run.diagnostics.push(...listed.diagnostics);
  guard(run, run.entries.length);

  await watch.time('pages', async (report) => {
    const plan = planChanges(run.entries, run.build);
    const emptied = await readPages(run, plan, report);
    const gone = [...plan.gone, ...emptied];
    guard(run, run.build.size - gone.length);
    await deletePages(run, gone);
    if ((hasWritten(run) || run.resumed) && !(await hasText(run))) throw nothingToIndex(run);
  });

  const embedded: EmbeddingCount = { calls: 0, texts: 0 };
  const chosen = await watch.time('fit', (report) => chooseSpace(run, report));
  try {
    await watch.time('embed', async (report) => {
      if (chosen.lacking === 0) return;
      report(0, chosen.lacking);
      await embedPages(run, chosen.embedder, embedded, (done) => report(done, chosen.lacking));
    });
  } finally {
    if (options.embedder.kind === 'fitted') await chosen.embedder.close();
  }
  guard(run, run.build.size);

  const kept = isUnchanged(run, chosen) ? run.shown.info : undefined;
  const info = await watch.time('publish', async (report) => {
    report(0, 1);
    throwIfAborted(options.signal);
    const result =
      kept ??
      (await options.store.publish({ space: chosen.space, publishedAt: options.now().toISOString() }, run.call));
    if (kept !== undefined) await options.store.abandonBuild(run.call);
    report(1, 1);
    return result;
  });
  const { refitted, space } = chosen;
  const unchanged = kept !== undefined;
  return buildReport(run, { dryRun: false, unchanged, refitted, embedded, embedder: space.id, toEmbed: 0, info });
}

/** True if the build equals the live generation. An interrupted build is published, because it may be a rebuild of equal pages. */
function isUnchanged(run: Run, chosen: ChosenSpace): boolean {
  const { info } = run.shown;
  return (
    info !== undefined &&
    !run.resumed &&
    !hasWritten(run) &&
    info.space.id === chosen.space.id &&
    info.sourceId === run.options.source.id &&
    isSameSchema(info.schema)
  );
}

function guard(run: Run, pages: number): void {
  const { allowShrink = false } = run.options;
  const shrink = shrinkError(pages, run.shown.pages.size, allowShrink);
  if (shrink !== undefined) throw shrink;
  if (pages === 0) throw nothingToIndex(run);
}

async function hasText(run: Run): Promise<boolean> {
  for await (const page of run.options.store.listBuild({}, run.call)) if (page.chunks.length > 0) return true;
  return false;
}

function nothingToIndex(run: Run): IbidError {
  const { id } = run.options.source;
  const first = run.failed[0];
  const reason =
    first === undefined ? 'they have no text' : `the first, ${first.page}, failed at ${first.stage}: ${first.error}`;
  return new IbidError(
    'SOURCE_UNAVAILABLE',
    `None of the ${run.entries.length} pages of \`${id}\` can be indexed; ${reason}. The live index, if any, stays.`,
    { details: { source: id, pages: run.entries.length } },
  );
}

type Fitted = EmbedderSource & { readonly kind: 'fitted' };

interface ChosenSpace {
  /** Space to publish: after a fit was kept, it also counts the passages that this build adds. */
  readonly space: EmbeddingSpace;
  readonly refitted: boolean;
  readonly embedder: Embedder;
  /** Passages of the build without vectors in the space. */
  readonly lacking: number;
}

/**
 * Which vector space a generation gets. A fixed embedder brings its own. A fitted one keeps the live fit, into which new
 * passages are folded, until the embedder says that the site has moved away from it; a fit is a function of the passages alone, in order of chunk
 * id, so that a rebuild and a resumed build arrive at the same space.
 *
 * The space for the build's passages. The caller closes the embedder when the source is `fitted`.
 */
async function chooseSpace(run: Run, report: (done: number, total: number) => void): Promise<ChosenSpace> {
  const source = run.options.embedder;
  if (source.kind === 'fitted') return (await reuse(run, source)) ?? (await fit(run, source, report));
  const { embedder } = source;
  const { id, dimensions } = embedder;
  const { chunks: lacking } = await countBuild(run, id);
  return { space: { id, dimensions, data: new Uint8Array() }, refitted: false, embedder, lacking };
}

/** The live space, unless it has to be left. One that an interrupted build was fitted on is arrived at again, or rightly not. */
async function reuse(run: Run, source: Fitted): Promise<ChosenSpace | undefined> {
  const { info } = run.shown;
  if ((run.options.fresh ?? false) || info === undefined || !isSameSchema(info.schema)) return undefined;
  const { space } = info;
  if (!space.id.startsWith(source.family)) return undefined;
  const embedder = await openUnlessOutdated(source, space);
  if (embedder === undefined) return undefined;
  const counts: PassageCounts =
    run.resumed || hasWritten(run)
      ? { total: (await countBuild(run)).chunks, added: (await countBuild(run, space.id)).chunks }
      : { total: info.chunks, added: 0 };
  if (!source.drift(space, counts).refit) {
    return { space: source.extend(space, counts), refitted: false, embedder, lacking: counts.added };
  }
  await embedder.close();
  return undefined;
}

async function openUnlessOutdated(source: Fitted, space: EmbeddingSpace): Promise<Embedder | undefined> {
  try {
    return await source.open(space);
  } catch (error) {
    if (IbidError.is(error, 'INDEX_MISMATCH')) return undefined;
    throw error;
  }
}

async function fit(run: Run, source: Fitted, onProgress: (done: number, total: number) => void): Promise<ChosenSpace> {
  const passages: { readonly id: string; readonly text: string }[] = [];
  for await (const page of run.options.store.listBuild({}, run.call)) {
    for (const chunk of page.chunks) passages.push({ id: chunk.id, text: embedTexts(chunk).passage });
  }
  passages.sort((a, b) => (a.id < b.id ? -1 : 1));
  const texts = passages.map((passage) => passage.text);
  const space = await source.fit(texts, { ...run.call, onProgress });
  const lacking = run.resumed ? (await countBuild(run, space.id)).chunks : texts.length;
  return { space, refitted: true, embedder: await source.open(space), lacking };
}
