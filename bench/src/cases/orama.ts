import { readFileSync, writeFileSync } from 'node:fs';
import type { TextEmbedder } from '@ibid/core/types';
import { create, insertMultiple, load, save, search, type AnyOrama, type RawData } from '@orama/orama';
import { fileMegabytes, latency, memoryMegabytes, milliseconds, peakMegabytes } from '../measure.ts';
import { FILTER_MODULE, HITS, type BenchCase, type CaseInput, type PeerPassage } from './bench-case.ts';
import { foundShare } from './found-share.ts';
import { readPassages } from './read-passages.ts';

const TEXT_SCHEMA = { title: 'string', heading: 'string', body: 'string', module: 'enum' } as const;
const PROPERTIES = ['title', 'heading', 'body'];

function empty(dimensions: number): AnyOrama {
  const vector = dimensions === 0 ? {} : { embedding: `vector[${dimensions}]` as const };
  return create({ schema: { ...TEXT_SCHEMA, ...vector } });
}

/** With `hybrid`, the vectors of the passages are indexed as well. */
export function oramaIndex(hybrid: boolean): BenchCase {
  return async ({ passages, saved }) => {
    const read = await readPassages(passages);
    const documents = hybrid ? read : read.map(withoutVector);
    const started = performance.now();
    const index = empty(hybrid ? read[0]!.embedding.length : 0);
    await insertMultiple(index, documents as unknown as Parameters<typeof insertMultiple>[1]);
    const seconds = milliseconds(started) / 1000;
    const figures = { chunks: read.length, 'index s': seconds, 'index chunks/s': read.length / seconds };
    const saving = performance.now();
    writeFileSync(saved, serialised(index));
    return {
      ...figures,
      'save s': milliseconds(saving) / 1000,
      'index MB': fileMegabytes(saved),
      'peak MB': peakMegabytes(),
    };
  };
}

export function oramaQuery(hybrid: boolean): BenchCase {
  return async (input) => {
    const { saved, questions } = input;
    const embedder = hybrid ? await indexEmbedder(input) : undefined;
    const started = performance.now();
    const index = empty(embedder?.dimensions ?? 0);
    load(index, JSON.parse(readFileSync(saved, 'utf8')) as RawData);
    const find = async (text: string, where: Record<string, unknown> = {}): Promise<readonly string[]> => {
      const common = { term: text, properties: PROPERTIES, limit: HITS, ...where };
      const vector = embedder && { value: [...(await vectorOf(embedder, text))], property: 'embedding' };
      const asked = vector === undefined ? common : { ...common, mode: 'hybrid' as const, vector, similarity: 0 };
      const { hits } = await search(index, asked as Parameters<typeof search>[1]);
      return hits.map(({ document }) => (document as { url: string }).url);
    };
    await find(questions[0]!.text);
    const opened = milliseconds(started);
    const where = { where: { module: { eq: FILTER_MODULE } } };
    const figures = {
      'open ms': opened,
      'memory MB': memoryMegabytes(),
      ...(await latency('search', questions, ({ text }) => find(text))),
      ...(await latency('filtered search', questions, ({ text }) => find(text, where))),
      ...(await latency('content words', questions, ({ contentWords }) => find(contentWords))),
      'memory after queries MB': memoryMegabytes(),
      'page found in 10': await foundShare(questions, ({ text }) => find(text)),
    };
    await embedder?.close();
    return figures;
  };
}

/** Opens an embedder for questions in the vector space of the passages. Loads modules only when called, because plain search does not need them. */
async function indexEmbedder({ index }: CaseInput): Promise<TextEmbedder> {
  const { openEmbedder, openStore } = await import('@ibid/core');
  const { builtinEmbedder } = await import('@ibid/drivers/embedders/builtin');
  const { sqliteStore } = await import('@ibid/drivers/stores/sqlite');
  const store = await openStore(sqliteStore({ file: index, readOnly: true }));
  const info = (await store.info())!;
  await store.close();
  return openEmbedder(await builtinEmbedder().open(info.space));
}

async function vectorOf(embedder: TextEmbedder, text: string): Promise<Float32Array> {
  const [vector] = await embedder.embed({ purpose: 'query', texts: [text] });
  return vector!;
}

function withoutVector({ id, url, title, heading, body, module }: PeerPassage): Omit<PeerPassage, 'embedding'> {
  return { id, url, title, heading, body, module };
}

/** Larger indexes exceed the maximum length of a string in V8. */
function serialised(index: AnyOrama): string {
  try {
    return JSON.stringify(save(index));
  } catch (cause) {
    throw new Error('The index cannot be saved as JSON: ' + (cause as Error).message, { cause });
  }
}
