import type { ReadingPrefixes } from './hosted-options.ts';

const NONE: ReadingPrefixes = { document: '', query: '' };
const PASSAGES = 'Represent this sentence for searching relevant passages: ';
const INSTRUCTION = 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:';

/**
 * Models that were trained to read questions and passages behind certain words, by a part of their name as hubs and local servers write
 * it. The first match counts.
 */
const KNOWN: readonly (readonly [name: RegExp, prefixes: ReadingPrefixes])[] = [
  [/nomic-embed-text/u, { document: 'search_document: ', query: 'search_query: ' }],
  [/mxbai-embed-(?:large|xsmall)/u, { document: '', query: PASSAGES }],
  [/snowflake-arctic-embed(?:2|-[a-z]-v2)/u, { document: '', query: 'query: ' }],
  [/snowflake-arctic-embed/u, { document: '', query: PASSAGES }],
  [/bge-(?:small|base|large)-zh/u, { document: '', query: '为这个句子生成表示以用于检索相关文章：' }],
  [/bge-(?:small|base|large)/u, { document: '', query: PASSAGES }],
  [/embeddinggemma/u, { document: 'title: none | text: ', query: 'task: search result | query: ' }],
  [/qwen3-embedding/u, { document: '', query: INSTRUCTION }],
  [/e5-(?:mistral|.*instruct)/u, { document: '', query: `${INSTRUCTION} ` }],
  [/\be5-(?:small|base|large)/u, { document: 'passage: ', query: 'query: ' }],
];

/** What the owner gives, else what the model is known to want, else nothing. */
export function readingPrefixes(
  model: string,
  given: { readonly documentPrefix?: string; readonly queryPrefix?: string } = {},
): ReadingPrefixes {
  const name = model.toLowerCase();
  const known = KNOWN.find(([pattern]) => pattern.test(name))?.[1] ?? NONE;
  return { document: given.documentPrefix ?? known.document, query: given.queryPrefix ?? known.query };
}
