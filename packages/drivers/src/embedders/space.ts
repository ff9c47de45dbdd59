/** Identity of a vector space: its id, and the prefixes that its model expects. */
import { invalidConfig, sha256Hex } from '@ibid/core';

/** Prefixes that a model expects before a text; `''` for none. Part of the id of the space. */
export interface ReadingPrefixes {
  readonly document: string;
  readonly query: string;
}

/** The parts of a space's id; the weights are identified by the model's name only. */
interface SpaceParts {
  readonly name: string;
  readonly model: string;
  readonly dimensions: number;
  /** Service; `''` for the provider's own. */
  readonly at: string;
  /** Non-default way of computing; `''` for the default. */
  readonly as: string;
  readonly prefixes: ReadingPrefixes;
}

/** `name/model@dimensions`, then `;at=…` for a service other than the provider's own, `;as=…`, and `;prefix=…` with hashed prefixes. */
export function spaceId({ name, model, dimensions, at, as, prefixes }: SpaceParts): string {
  const { document, query } = prefixes;
  const hashed = document === '' && query === '' ? '' : sha256Hex(JSON.stringify([document, query])).slice(0, 8);
  const marks = [
    ['at', at],
    ['as', as],
    ['prefix', hashed],
  ].filter(([, value]) => value !== '');
  return `${name}/${model}@${dimensions}${marks.map(([mark, value]) => `;${mark}=${value}`).join('')}`;
}

/** Checks a name for characters with a special meaning in ids, addresses and messages, where names are used. */
export function checkedName(value: string, setting: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N}._:/+@-]{0,199}$/u.test(value)) return value;
  throw invalidConfig(`\`${setting}\` of the embedder must be a name of up to 200 letters, digits and \`._:/+@-\`.`);
}

/** Checks the length of vectors; `undefined` is returned unchanged. */
export function checkedDimensions(dimensions: number | undefined): number | undefined {
  if (dimensions === undefined || (Number.isInteger(dimensions) && dimensions >= 1 && dimensions <= 16_384)) {
    return dimensions;
  }
  throw invalidConfig(`\`dimensions\` is ${dimensions}; give a whole number from 1 to 16384.`);
}

const NONE: ReadingPrefixes = { document: '', query: '' };
const PASSAGES = 'Represent this sentence for searching relevant passages: ';
const INSTRUCTION = 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:';

/**
 * Prefixes of models that were trained with them, by a part of the model's name on hubs and local servers. The first match is used.
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

/** The prefixes set by the owner, else the known ones of the model, else none. */
export function readingPrefixes(
  model: string,
  given: { readonly documentPrefix?: string; readonly queryPrefix?: string } = {},
): ReadingPrefixes {
  const name = model.toLowerCase();
  const known = KNOWN.find(([pattern]) => pattern.test(name))?.[1] ?? NONE;
  return { document: given.documentPrefix ?? known.document, query: given.queryPrefix ?? known.query };
}
