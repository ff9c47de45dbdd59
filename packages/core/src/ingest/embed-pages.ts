import { openEmbedder } from '../open-embedder.ts';
import type { Embedder } from '../types/embedder.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { PageVectors } from '../types/store.ts';
import { groupPages, pageTexts, type PageTexts } from './page-texts.ts';
import { messageOf } from './read-page.ts';
import { restorePage } from './restore-page.ts';
import { deletePages, noteFailure, putVectors, type Run } from './run.ts';
import { throwIfAborted } from './throw-if-aborted.ts';

type EmbedPages = (pages: readonly PageTexts[]) => Promise<readonly PageVectors[]>;

/** Sent alone after a refusal, to tell one bad page from an embedder that does not work at all. */
const HARMLESS_TEXT = 'documentation';

/**
 * Gives vectors in the embedder's space to every page of the build that lacks them. Pages go in groups of one batch (or as many
 * as may be under way), each written before the next is asked for, so that an interruption costs no more than that.
 */
export async function embedPages(run: Run, embedder: Embedder, report: (done: number) => void): Promise<void> {
  const { store, signal, embedding } = run.options;
  const opened = openEmbedder(embedder, { ...embedding, cache: store.cache });
  const atOnce = embedder.maxBatch * (embedder.cacheable ? (embedding?.concurrency ?? 1) : 1);
  const embedTexts = (texts: readonly string[]): Promise<readonly Float32Array[]> =>
    opened.embed({ purpose: 'document', texts }, run.call);
  const embed: EmbedPages = (pages) => embedGroup(pages, embedder, embedTexts);

  let done = 0;
  for await (const group of groupPages(lackingPages(run, embedder.id), atOnce)) {
    throwIfAborted(signal);
    let vectors: readonly PageVectors[];
    try {
      vectors = await embed(group);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await embedTexts([HARMLESS_TEXT]).catch(() => {
        throw error;
      });
      vectors = await embedOneByOne(run, group, embed);
    }
    for (const page of vectors) await putVectors(run, page);
    done += group.reduce((sum, page) => sum + page.passages.length, 0);
    report(done);
  }
}

async function* lackingPages(run: Run, spaceId: string): AsyncGenerator<PageTexts, void, undefined> {
  for await (const page of run.options.store.listBuild({ withoutVectorsIn: spaceId }, run.call)) yield pageTexts(page);
}

async function embedGroup(
  pages: readonly PageTexts[],
  embedder: Embedder,
  embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
): Promise<readonly PageVectors[]> {
  const texts = [...new Set(pages.flatMap((page) => [...page.distinct]))];
  const vectors = texts.length === 0 ? [] : await embed(texts);
  const byText = new Map(texts.map((text, index) => [text, vectors[index]!]));
  const vectorOf = (text: string): Float32Array => byText.get(text) ?? new Float32Array(embedder.dimensions);
  return pages.map((page) => ({
    url: page.url,
    spaceId: embedder.id,
    passages: page.passages.map(vectorOf),
    headings: page.headings.map(vectorOf),
  }));
}

/** Whether the embedder understood and refused; what may pass by itself, or was stopped, is not the page's fault. */
function isRefusal(error: unknown): boolean {
  if (!IbidError.is(error) || error.retryable) return false;
  return error.code === 'UPSTREAM_FAILED' || error.code === 'INVALID_REQUEST';
}

async function embedOneByOne(
  run: Run,
  group: readonly PageTexts[],
  embed: EmbedPages,
): Promise<readonly PageVectors[]> {
  const vectors: PageVectors[] = [];
  for (const page of group) {
    try {
      vectors.push(...(await embed([page])));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const kept = await embedOldContent(run, page.url, embed);
      vectors.push(...kept);
      noteFailure(run, { page: page.url, stage: 'embed', error: messageOf(error), kept: kept.length > 0 });
    }
  }
  return vectors;
}

/** Vectors of the content on show, which is put back; where there is none that can be embedded, the page leaves the build. */
async function embedOldContent(run: Run, url: string, embed: EmbedPages): Promise<readonly PageVectors[]> {
  const old = await restorePage(run, url);
  try {
    if (old !== undefined) return await embed([pageTexts({ url, chunks: old.chunks.map(({ chunk }) => chunk) })]);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  await deletePages(run, [url]);
  return [];
}
