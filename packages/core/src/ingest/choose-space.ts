/**
 * Which vector space a generation gets. A fixed embedder brings its own. A fitted one keeps the fit on show, into which new
 * passages are folded, until the embedder says that the site has moved away from it; a fit is a function of the passages alone, in order of chunk
 * id, so that a rebuild and a resumed build arrive at the same space.
 */
import { embedTexts } from '../chunk/index.ts';
import type { Embedder, EmbedderSource, EmbeddingSpace, PassageCounts } from '../types/embedder.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { IndexInfo } from '../types/store.ts';
import { countBuild, hasWritten, isSameSchema, type Run } from './run.ts';

type Fitted = EmbedderSource & { readonly kind: 'fitted' };

export interface ChosenSpace {
  /** What is published: after a fit was kept, it knows of the passages that this build adds. */
  readonly space: EmbeddingSpace;
  readonly refitted: boolean;
  readonly embedder: Embedder;
}

/** The space for the build's passages. The caller closes the embedder when the source is `fitted`. */
export async function chooseSpace(run: Run, report: (done: number, total: number) => void): Promise<ChosenSpace> {
  const source = run.options.embedder;
  if (source.kind === 'fitted') return (await reuse(run, source)) ?? (await fit(run, source, report));
  const { id, dimensions } = source.embedder;
  return { space: { id, dimensions, data: new Uint8Array() }, refitted: false, embedder: source.embedder };
}

/** The live space, unless it has to be left. One that an interrupted build was fitted on is arrived at again, or rightly not. */
async function reuse(run: Run, source: Fitted): Promise<ChosenSpace | undefined> {
  const { info } = run.shown;
  if ((run.options.fresh ?? false) || info === undefined || !isSameSchema(info.schema)) return undefined;
  const { space } = info;
  if (!space.id.startsWith(source.family)) return undefined;
  const embedder = await openUnlessOutdated(source, space);
  if (embedder === undefined) return undefined;
  const counts = await passageCounts(run, info);
  if (!source.drift(space, counts).refit) return { space: source.extend(space, counts), refitted: false, embedder };
  await embedder.close();
  return undefined;
}

async function passageCounts(run: Run, { space, chunks }: IndexInfo): Promise<PassageCounts> {
  if (!run.resumed && !hasWritten(run)) return { total: chunks, added: 0 };
  return { total: (await countBuild(run)).chunks, added: (await countBuild(run, space.id)).chunks };
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
  return { space, refitted: true, embedder: await source.open(space) };
}
