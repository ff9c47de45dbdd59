/**
 * Copies the live generation of one store into another, where it goes live, vectors and all, so that nothing is read or embedded again.
 *
 * The target's build is written page by page, each durable by itself, then switched to in one step. So a copy can end anywhere; the next
 * one goes on with the same build and skips the pages that it holds in the same revision with vectors of the same space.
 */
import { mapOrdered } from '../async/map-ordered.ts';
import type { ChunkStore } from '../store/open-store.ts';
import type { CallOptions } from '../types/call-options.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { IndexInfo, WholePage } from '../types/store.ts';
import { type CopyPair, infoDifferences, throwIfStopped } from './compare-indexes.ts';

export interface CopyOptions extends CopyPair {
  /** Writes every page again, and takes over a target that shows another site; default false. */
  readonly fresh?: boolean;
  /** Only counts what would be written; default false. */
  readonly dryRun?: boolean;
}

export interface CopyReport {
  /** `unchanged`: the target showed the same generation already. */
  readonly status: 'copied' | 'unchanged' | 'dry-run';
  /** True if an interrupted copy, or an interrupted indexing of the same site, was continued. */
  readonly resumed: boolean;
  readonly pages: {
    readonly total: number;
    readonly copied: number;
    /** Already there, with vectors. */
    readonly kept: number;
    readonly removed: number;
  };
  readonly chunks: number;
  readonly spaceId: string;
  /** Live in the source when the copy began, and in the target when it ended; 0 where the target shows nothing. */
  readonly generations: { readonly from: number; readonly to: number };
}

/** Pages on their way to the target, so that one far away is not waited for page by page. */
const AT_ONCE = 4;
const DELETED_AT_ONCE = 500;

/**
 * Copies an index into another store. Rejects with `NOT_INDEXED` for a source without a generation, `STORE_BUSY` while another process writes
 * the target or if the source is indexed again meanwhile, `INVALID_CONFIG` for a target with another site without `fresh`, `ABORTED` on the
 * signal. The next run continues with what was written; readers of the target see the change at the end or not at all.
 */
export async function copyIndex(options: CopyOptions): Promise<CopyReport> {
  const { from, to, signal, fresh = false, dryRun = false } = options;
  const call: CallOptions = signal === undefined ? {} : { signal };
  throwIfStopped(signal);
  const [info, shown] = await Promise.all([from.info(call), to.info(call)]);
  if (info === undefined) throw new IbidError('NOT_INDEXED', 'The source holds no published pages; index it first.');
  if (shown !== undefined && shown.sourceId !== info.sourceId && !fresh) {
    throw new IbidError(
      'INVALID_CONFIG',
      `The target is the index of \`${shown.sourceId}\`, the source that of \`${info.sourceId}\`. Name another target, or take it over with \`--fresh\`.`,
    );
  }
  try {
    return dryRun ? await dryCopy(options, call, { info, shown }) : await copy(options, call, { info, shown });
  } catch (error) {
    throwIfStopped(signal);
    throw error;
  }
}

interface Ends {
  readonly info: IndexInfo;
  readonly shown: IndexInfo | undefined;
}

async function dryCopy(options: CopyOptions, call: CallOptions, { info, shown }: Ends): Promise<CopyReport> {
  const held = new Map<string, string>();
  const isOfUse =
    shown !== undefined &&
    options.fresh !== true &&
    shown.space.id === info.space.id &&
    shown.schema.chunker === info.schema.chunker &&
    shown.schema.tokenizer === info.schema.tokenizer;
  if (isOfUse) for await (const { url, revision } of options.to.listPages(call)) held.set(url, revision);
  const plan = await planCopy(options.from, { held, lacking: new Set() }, call);
  return report('dry-run', { plan, info, to: shown?.generation ?? 0, resumed: false });
}

async function copy(options: CopyOptions, call: CallOptions, { info, shown }: Ends): Promise<CopyReport> {
  const { from, to, onProgress, fresh = false } = options;
  const { schema, sourceId, space, publishedAt } = info;
  const state = await to.beginBuild({ schema, sourceId, fresh }, call);
  const written = { pages: 0, deleted: 0 };
  try {
    const lacking = new Set<string>();
    if (state.pages.length > 0) {
      for await (const { url } of to.listBuild({ withoutVectorsIn: space.id }, call)) lacking.add(url);
    }
    const held = new Map(state.pages.map(({ url, revision }) => [url, revision]));
    const plan = await planCopy(from, { held, lacking }, call);
    const { copied, removed } = plan;
    if (!state.resumed && copied.size + removed.length === 0 && shown !== undefined && isSameGeneration(info, shown)) {
      await to.abandonBuild(call);
      return report('unchanged', { plan, info, to: shown.generation, resumed: false });
    }
    onProgress?.({ stage: 'copy', done: 0, total: copied.size });
    for (let at = 0; at < removed.length; at += DELETED_AT_ONCE) {
      await to.deletePages(removed.slice(at, at + DELETED_AT_ONCE), call);
      written.deleted += 1;
    }
    const write = async ({ page, vectors }: WholePage): Promise<void> => {
      await to.putPage(page, call);
      if (page.chunks.length > 0) await to.putVectors(vectors, call);
      written.pages += 1;
      onProgress?.({ stage: 'copy', done: written.pages, total: copied.size });
    };
    for await (const _ of mapOrdered(pagesToCopy(options, plan, call), AT_ONCE, write));
    await requireUnchanged(options, info, call);
    throwIfStopped(options.signal);
    onProgress?.({ stage: 'publish', done: 0, total: 1 });
    const published = await to.publish({ space, publishedAt }, call);
    onProgress?.({ stage: 'publish', done: 1, total: 1 });
    return report('copied', { plan, info, to: published.generation, resumed: state.resumed });
  } catch (error) {
    // A build that holds nothing new is worth nothing, and keeping it would keep the writer lock.
    if (!state.resumed && written.pages + written.deleted === 0) await to.abandonBuild().catch(() => undefined);
    throw error;
  }
}

async function* pagesToCopy(
  { from, signal }: CopyOptions,
  { copied, after }: CopyPlan,
  call: CallOptions,
): AsyncGenerator<WholePage, void, undefined> {
  if (copied.size === 0) return;
  for await (const whole of from.readPages(after === undefined ? {} : { after }, call)) {
    throwIfStopped(signal);
    if (copied.has(whole.page.url)) yield whole;
  }
}

/** Throws if the source has a new generation: a plan made for one generation must not be mixed with pages of another. */
async function requireUnchanged({ from }: CopyOptions, before: IndexInfo, call: CallOptions): Promise<void> {
  const now = await from.info(call);
  if (now?.generation === before.generation) return;
  throw new IbidError('STORE_BUSY', 'The source was indexed while it was copied; run the copy again.', {
    retryable: true,
  });
}

function report(
  status: CopyReport['status'],
  of: { readonly plan: CopyPlan; readonly info: IndexInfo; readonly to: number; readonly resumed: boolean },
): CopyReport {
  const { plan, info, to, resumed } = of;
  const { total, copied, removed } = plan;
  return {
    status,
    resumed,
    pages: { total, copied: copied.size, kept: total - copied.size, removed: removed.length },
    chunks: info.chunks,
    spaceId: info.space.id,
    generations: { from: info.generation, to },
  };
}

export interface CopyPlan {
  /** Live pages in the source. */
  readonly total: number;
  readonly copied: ReadonlySet<string>;
  readonly removed: readonly string[];
  /** URL of the last page before the first one to copy, from which on the source is read. */
  readonly after: string | undefined;
}

/** `held`: URL → revision of the target's pages; `lacking`: those of them without vectors. */
export async function planCopy(
  from: Pick<ChunkStore, 'listPages'>,
  target: { readonly held: ReadonlyMap<string, string>; readonly lacking: ReadonlySet<string> },
  call: CallOptions,
): Promise<CopyPlan> {
  const copied = new Set<string>();
  const gone = new Set(target.held.keys());
  let total = 0;
  let after: string | undefined;
  for await (const { url, revision } of from.listPages(call)) {
    total += 1;
    gone.delete(url);
    if (target.held.get(url) !== revision || target.lacking.has(url)) copied.add(url);
    else if (copied.size === 0) after = url;
  }
  return { total, copied, removed: [...gone], after };
}

/** True if two live generations agree in everything but their pages. Their generation numbers may differ. */
export function isSameGeneration(a: IndexInfo, b: IndexInfo): boolean {
  return infoDifferences(a, b).length === 0;
}
