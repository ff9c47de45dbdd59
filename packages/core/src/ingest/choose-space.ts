/**
 * Which vector space a generation gets. A fixed embedder brings its own. A fitted one keeps the fit on show, into which new
 * passages are folded, until the embedder says that the site has moved away from it; a fit is a function of the passages alone, in order of chunk
 * id, so that a rebuild and a resumed build arrive at the same space.
 */
import { embedTexts } from '../chunk/index.ts';
import type { Embedder, EmbedderSource, FittedSpace } from '../types/embedder.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { IndexInfo } from '../types/store.ts';
import { countBuild, hasWritten, isSameSchema, type Run } from './run.ts';

type Fitted = EmbedderSource & { readonly kind: 'fitted' };

export interface ChosenSpace {
  readonly space: FittedSpace;
  /** Passages in the fit; 0 where nothing is fitted. */
  readonly fitted: number;
  /** Passages embedded since the fit in earlier runs; 0 after a fit and where nothing is fitted. */
  readonly folded: number;
  readonly refitted: boolean;
  readonly embedder: Embedder;
}

/** The space for the build's passages. The caller closes the embedder when the source is `fitted`. */
export async function chooseSpace(run: Run, report: (done: number, total: number) => void): Promise<ChosenSpace> {
  const source = run.options.embedder;
  if (source.kind === 'fixed') {
    const { id, dimensions } = source.embedder;
    return {
      space: { id, dimensions, data: new Uint8Array() },
      fitted: 0,
      folded: 0,
      refitted: false,
      embedder: source.embedder,
    };
  }
  return (await reuse(run, source)) ?? (await fit(run, source, report));
}

/** The space on show, unless it has to be left. One that an interrupted build was fitted on is arrived at again, or rightly not. */
async function reuse(run: Run, source: Fitted): Promise<ChosenSpace | undefined> {
  const { info } = run.shown;
  if ((run.options.fresh ?? false) || info === undefined || !isSameSchema(info.schema)) return undefined;
  if (!info.space.id.startsWith(source.family) || source.drift(await driftCounts(run, info)).refit) return undefined;
  const embedder = await openUnlessOutdated(source, info.space);
  return embedder && { space: info.space, fitted: info.fitted, folded: info.folded, refitted: false, embedder };
}

async function driftCounts(
  run: Run,
  { space, fitted, folded, chunks }: IndexInfo,
): Promise<{ fitted: number; total: number; folded: number }> {
  const changed = run.resumed || hasWritten(run);
  const total = changed ? (await countBuild(run)).chunks : chunks;
  const lacking = changed ? (await countBuild(run, space.id)).chunks : 0;
  return { fitted, total, folded: Math.min(total, Math.max(folded + lacking, total - fitted)) };
}

async function openUnlessOutdated(source: Fitted, space: FittedSpace): Promise<Embedder | undefined> {
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
  return { space, fitted: texts.length, folded: 0, refitted: true, embedder: await source.open(space) };
}
