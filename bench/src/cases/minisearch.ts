import { readFileSync, writeFileSync } from 'node:fs';
import MiniSearch, { type SearchResult } from 'minisearch';
import { fileMegabytes, latency, memoryMegabytes, milliseconds, peakMegabytes, type Figures } from '../measure.ts';
import { FILTER_MODULE, HITS, type CaseInput } from './bench-case.ts';
import { foundShare } from './found-share.ts';
import { readPassages } from './read-passages.ts';

const OPTIONS = {
  fields: ['title', 'heading', 'body'],
  storeFields: ['url', 'title', 'heading', 'body', 'module'],
};

export async function minisearchIndex({ passages, saved }: CaseInput): Promise<Figures> {
  const read = await readPassages(passages);
  const documents = read.map(({ id, url, title, heading, body, module }) => ({
    id,
    url,
    title,
    heading,
    body,
    module,
  }));
  const started = performance.now();
  const index = new MiniSearch(OPTIONS);
  index.addAll(documents);
  const seconds = milliseconds(started) / 1000;
  const saving = performance.now();
  writeFileSync(saved, JSON.stringify(index));
  return {
    chunks: documents.length,
    'index s': seconds,
    'index chunks/s': documents.length / seconds,
    'save s': milliseconds(saving) / 1000,
    'index MB': fileMegabytes(saved),
    'peak MB': peakMegabytes(),
  };
}

export async function minisearchQuery({ saved, questions }: CaseInput): Promise<Figures> {
  const started = performance.now();
  const index = MiniSearch.loadJSON(readFileSync(saved, 'utf8'), OPTIONS);
  const search = (text: string): readonly { readonly url: string }[] =>
    index.search(text).slice(0, HITS) as unknown as { url: string }[];
  search(questions[0]!.text);
  const opened = milliseconds(started);
  return {
    'open ms': opened,
    'memory MB': memoryMegabytes(),
    ...(await latency('search', questions, ({ text }) => search(text))),
    ...(await latency('filtered search', questions, ({ text }) =>
      index.search(text, { filter: isInModule }).slice(0, HITS),
    )),
    ...(await latency('content words', questions, ({ contentWords }) => search(contentWords))),
    'memory after queries MB': memoryMegabytes(),
    'page found in 10': await foundShare(questions, async ({ text }) => search(text).map(({ url }) => url)),
  };
}

function isInModule(result: SearchResult): boolean {
  return result['module'] === FILTER_MODULE;
}
