/** What makes a vector space what it is: its id, and what its model reads before a text. */
import { IbidError, sha256Hex } from '@ibid/core';

/** What models want to read before a text; `''` for nothing. Part of the id of the space. */
export interface ReadingPrefixes {
  readonly document: string;
  readonly query: string;
}

/** Apart from the weights behind the model's name. */
interface SpaceParts {
  readonly name: string;
  readonly model: string;
  readonly dimensions: number;
  /** `''` for the provider's own. */
  readonly at: string;
  /** Another way of computing than the usual one; `''` for that. */
  readonly as: string;
  readonly prefixes: ReadingPrefixes;
}

/** `name/model@dimensions`, then `;at=…` for a service that is not the provider's own, `;as=…`, and `;prefix=…` for prefixes, hashed. */
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

/** Names stand in ids, addresses and messages, so they hold nothing that would mean something there. */
export function checkedName(value: string, setting: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N}._:/+@-]{0,199}$/u.test(value)) return value;
  throw new IbidError(
    'INVALID_CONFIG',
    `\`${setting}\` of the embedder must be a name of up to 200 letters, digits and \`._:/+@-\`.`,
  );
}

/** A whole number that vectors can be long; `undefined` stays. */
export function checkedDimensions(dimensions: number | undefined): number | undefined {
  if (dimensions === undefined || (Number.isInteger(dimensions) && dimensions >= 1 && dimensions <= 16_384)) {
    return dimensions;
  }
  throw new IbidError('INVALID_CONFIG', `\`dimensions\` is ${dimensions}; give a whole number from 1 to 16384.`);
}

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
