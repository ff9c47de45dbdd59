import { embedTexts, termCounts } from '../chunk/index.ts';
import { type EmbedderCall, isRefusal, openEmbedder } from '../embed/open-embedder.ts';
import type { Chunk } from '../types/chunk.ts';
import type { Embedder } from '../types/embedder.ts';
import type { IndexedPage, PageVectors } from '../types/store.ts';
import { pathKey } from '../url/path-key.ts';
import { mapOrdered } from '../async/map-ordered.ts';
import { ahead, messageOf } from './read-pages.ts';
import {
  deletePages,
  type EmbeddingCount,
  isSameSchema,
  noteFailure,
  putPage,
  putVectors,
  type Run,
  throwIfAborted,
} from './run.ts';

type EmbedPages = (pages: readonly PageTexts[]) => Promise<readonly PageVectors[]>;

/** Sent alone after a refusal, to tell one bad page from an embedder that does not work at all. */
const HARMLESS_TEXT = 'documentation';
/** A store takes one write after the other, but need not wait for this thread between two. */
const WRITES_AT_ONCE = 16;

/**
 * Gives vectors in the embedder's space to every page of the build that lacks them. Pages go in groups of one batch (or as many
 * as may be under way), each written before the next is asked for, so that an interruption costs no more than that. What a fitted space
 * gives costs nothing: there the next group is embedded while one is written. Adds to `count` what the embedder was asked for.
 */
export async function embedPages(
  run: Run,
  embedder: Embedder,
  count: EmbeddingCount,
  report: (done: number) => void,
): Promise<void> {
  const { store, signal, embedding } = run.options;
  const onCall = (call: EmbedderCall): void => {
    count.calls += 1;
    // A refused batch is sent again, in parts.
    if (call.result === 'ok') count.texts += call.texts;
    embedding?.onCall?.(call);
  };
  const opened = openEmbedder(embedder, { ...embedding, cache: store.cache, onCall });
  const atOnce = embedder.maxBatch * (embedder.cacheable ? (embedding?.concurrency ?? 1) : 1);
  const embedAll = (texts: readonly string[]): Promise<readonly Float32Array[]> =>
    opened.embed({ purpose: 'document', texts }, run.call);
  const embed: EmbedPages = (pages) => embedGroup(pages, embedder, embedAll);

  async function* embedded(): AsyncGenerator<readonly [group: readonly PageTexts[], vectors: readonly PageVectors[]]> {
    for await (const group of ahead(groupPages(lackingPages(run, embedder.id), atOnce))) {
      throwIfAborted(signal);
      try {
        yield [group, await embed(group)];
      } catch (error) {
        if (!isRefusal(error)) throw error;
        await embedAll([HARMLESS_TEXT]).catch(() => {
          throw error;
        });
        yield [group, await embedOneByOne(run, group, embed)];
      }
    }
  }

  let done = 0;
  const groups = run.options.embedder.kind === 'fitted' ? ahead(embedded()) : embedded();
  for await (const [group, vectors] of groups) {
    throwIfAborted(signal);
    for await (const _ of mapOrdered(vectors, WRITES_AT_ONCE, (page) => putVectors(run, page)));
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

/** Vectors of the live content, which is put back; where there is none that can be embedded, the page leaves the build. */
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

/** Texts of one page to embed; both arrays run parallel to its chunks. */
export interface PageTexts {
  readonly url: string;
  readonly passages: readonly string[];
  /** `''` where there is nothing to embed. */
  readonly headings: readonly string[];
  /** Distinct texts of both, without `''`. */
  readonly distinct: ReadonlySet<string>;
}

function pageTexts(page: { readonly url: string; readonly chunks: readonly Chunk[] }): PageTexts {
  const texts = page.chunks.map((chunk) => embedTexts(chunk));
  const passages = texts.map((text) => text.passage);
  const headings = texts.map((text) => text.heading);
  return {
    url: page.url,
    passages,
    headings,
    distinct: new Set([...passages, ...headings].filter((text) => text !== '')),
  };
}

/** Groups whole pages so that a group has at most `limit` distinct texts; a larger page is a group of its own. */
export async function* groupPages(
  pages: AsyncIterable<PageTexts>,
  limit: number,
): AsyncGenerator<readonly PageTexts[], void, undefined> {
  let group: PageTexts[] = [];
  let distinct = new Set<string>();
  for await (const page of pages) {
    const joined = distinct.union(page.distinct);
    if (group.length > 0 && joined.size > limit) {
      yield group;
      group = [];
      distinct = new Set(page.distinct);
    } else distinct = joined;
    group.push(page);
  }
  if (group.length > 0) yield group;
}

/**
 * Puts the live content back into the build, for a page whose new content cannot be used. `undefined` when there is
 * none, or when it was made by another chunker.
 */
export async function restorePage(run: Run, url: string): Promise<IndexedPage | undefined> {
  if (!run.shown.pages.has(url) || !isSameSchema(run.shown.info?.schema)) return undefined;
  const page = await run.options.store.getPage(pathKey(url), run.call);
  if (page === undefined || page.url !== url) return undefined;
  const restored: IndexedPage = {
    url,
    title: page.title,
    revision: page.revision,
    sourceFile: page.sourceFile,
    text: page.text,
    chunks: page.content.map((chunk) => ({ chunk, terms: termCounts(chunk) })),
    diagnostics: [],
  };
  await putPage(run, restored);
  return restored;
}
