/**
 * Brings the index up to what a source holds.
 *
 * The store keeps one build beside the generation on show. Every step writes to the build and is durable by itself: a page
 * (text and passages) whole, the vectors of a page whole, then one atomic switch. So a run can end anywhere; the next one
 * compares the listing with what the build holds and does what is missing. Nothing that readers see changes before the switch.
 *
 * A page is read again when its revision differs from the build's, and embedded again when the build has no vectors for it
 * in the chosen space; the store drops vectors together with the content they belong to. All else follows from these two.
 *
 * What must not happen unasked: an index that is emptied or cut down because the source was away (see `shrink-guard.ts`).
 */
import { IbidError } from '../types/ibid-error.ts';
import type { IndexInfo } from '../types/store.ts';
import { chooseSpace, type ChosenSpace } from './choose-space.ts';
import { dryRun } from './dry-run.ts';
import { embedPages } from './embed-pages.ts';
import type { IngestOptions, IngestReport } from './ingest-options.ts';
import { guardAgainstShrinking, listEntries, planChanges } from './plan-changes.ts';
import { readPages } from './read-pages.ts';
import {
  buildReport,
  countBuild,
  countEmbeddings,
  deletePages,
  type EmbeddingCount,
  hasWritten,
  isSameSchema,
  type Run,
  startRun,
  throwIfAborted,
} from './run.ts';

/**
 * Indexes what is new or changed, removes what is gone, and switches to the result (R24). Page troubles are in the report.
 *
 * Rejects with `STORE_BUSY` when another run has the index, `SOURCE_UNAVAILABLE` when the source has nothing to index,
 * `BUILD_HELD` when too many pages are missing, `ABORTED` on `signal`, or with what store or embedder reject with; in all
 * these cases the generation on show stays, and the next run goes on from there.
 */
export async function ingest(options: IngestOptions): Promise<IngestReport> {
  throwIfAborted(options.signal);
  if (options.dryRun ?? false) return dryRun(options);
  const run = await startRun(options);
  try {
    return await build(run);
  } catch (error) {
    // A build that holds nothing new is worth nothing, and keeping it would keep the writer's place.
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
    await watch.time('embed', (report) => embedMissing(run, chosen, embedded, report));
  } finally {
    if (options.embedder.kind === 'fitted') await chosen.embedder.close();
  }
  guard(run, run.build.size);

  const kept = isUnchanged(run, chosen) ? run.shown.info : undefined;
  const info = await watch.time('publish', async (report) => {
    report(0, 1);
    const result = kept ?? (await publish(run, chosen));
    if (kept !== undefined) await options.store.abandonBuild(run.call);
    report(1, 1);
    return result;
  });
  const { refitted, space } = chosen;
  const unchanged = kept !== undefined;
  return buildReport(run, { dryRun: false, unchanged, refitted, embedded, embedder: space.id, anew: 0, info });
}

/** Gives vectors to what has none in the space. */
async function embedMissing(
  run: Run,
  chosen: ChosenSpace,
  embedded: EmbeddingCount,
  report: (done: number, total: number) => void,
): Promise<void> {
  const lacking = await countBuild(run, chosen.space.id);
  if (lacking.pages === 0) return;
  report(0, lacking.chunks);
  await embedPages(run, countEmbeddings(chosen.embedder, embedded), (done) => report(done, lacking.chunks));
}

async function publish(run: Run, { space }: ChosenSpace): Promise<IndexInfo> {
  const { store, now } = run.options;
  throwIfAborted(run.options.signal);
  return store.publish({ space, publishedAt: now().toISOString() }, run.call);
}

/** Whether the build is the generation on show. One that was interrupted is published, for it may be a rebuild of equal pages. */
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
  guardAgainstShrinking({ pages, shown: run.shown.pages.size, allowShrink });
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
    `None of the ${run.entries.length} pages of \`${id}\` can be indexed; ${reason}. The index on show, if any, stays.`,
    { details: { source: id, pages: run.entries.length } },
  );
}
