import { IbidError } from '@ibid/core';
import { nearestOption } from './nearest-option.ts';
import { checkOptions } from './check-options.ts';
import type { QdrantOptions } from './qdrant-options.ts';

type Options = Omit<QdrantOptions, 'apiKey'>;
/** Options as written: numbers, words and `true` or `false` are told apart by option. */
type Written = Readonly<Record<string, unknown>>;

const EXAMPLE = '`qdrant:http://127.0.0.1:6333/physical_ai_book`';
const NUMBERS = ['timeoutMs', 'retryMs', 'shards', 'replicas', 'writeConsistency', 'm', 'efConstruct', 'ef'];
const OF_GRAPH: readonly string[] = ['m', 'efConstruct', 'ef'];
const NAMES: readonly string[] = [...NUMBERS, 'readConsistency', 'quantization', 'onDisk', 'exact'];

/**
 * Options of an address such as `qdrant:http://host:6333/collection?shards=6&replicas=2`, with `qdrant://` and `qdrant+https://` for
 * short; the last part of its path is the collection. `onDisk` is `vectors`, `payload` or both with a comma. Throws `INVALID_CONFIG`,
 * without repeating what may be a key.
 */
export function readQdrantUrl(text: string): Options {
  const address = webAddress(text.trim());
  const url = address === undefined ? null : URL.parse(address);
  if (address === undefined || url === null || url.hostname === '') {
    throw refused(`The address of Qdrant must look like ${EXAMPLE}.`);
  }
  if (url.username !== '' || url.password !== '') throw keyInside('a user name or password');
  if (url.hash !== '') throw refused(`The address of Qdrant must have no hash. It looks like ${EXAMPLE}.`);
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const collection = url.pathname.endsWith('/') ? undefined : decoded(parts.pop());
  const [origin] = /^https?:\/\/[^/?]*/iu.exec(address)!;
  const options = {
    url: [origin, ...parts].join('/'),
    ...(collection === undefined ? {} : { collection }),
    ...placement(url.searchParams),
  } as Options;
  checkOptions(options);
  return options;
}

/** With the scheme that is meant; `undefined` for anything else. */
function webAddress(text: string): string | undefined {
  if (/^qdrant:https?:\/\//iu.test(text)) return text.slice('qdrant:'.length);
  if (/^qdrant\+https?:\/\//iu.test(text)) return text.slice('qdrant+'.length);
  return /^qdrant:\/\//iu.test(text) ? `http${text.slice('qdrant'.length)}` : undefined;
}

function decoded(part: string | undefined): string | undefined {
  if (part === undefined) return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    throw refused('The collection in the address of Qdrant has a `%` that stands for nothing.');
  }
}

function placement(parameters: URLSearchParams): Written {
  const written: Record<string, unknown> = {};
  const graph: Record<string, unknown> = {};
  for (const [name, value] of parameters) {
    if (!NAMES.includes(name)) throw unknown(name);
    if (name in written || name in graph) throw refused(`\`${name}\` stands twice in the address of Qdrant.`);
    if (OF_GRAPH.includes(name)) graph[name] = numberOr(value);
    else if (name === 'onDisk') written[name] = places(value);
    else if (name === 'exact') written[name] = value === 'true' ? true : value === 'false' ? false : value;
    else if (name === 'quantization') written[name] = value;
    else written[name] = numberOr(value);
  }
  return Object.keys(graph).length === 0 ? written : { ...written, hnsw: graph };
}

/** What is no number is left to the check of its option. */
function numberOr(value: string): number | string {
  return /^-?\d{1,9}(?:\.\d{1,9})?$/u.test(value) ? Number(value) : value;
}

function places(value: string): Written {
  const names = value.split(',');
  const isKnown = names.every((name) => name === 'vectors' || name === 'payload');
  if (!isKnown) {
    throw refused(
      `\`onDisk\` of Qdrant is \`${value.slice(0, 60)}\`; give \`vectors\`, \`payload\` or \`vectors,payload\`.`,
    );
  }
  return Object.fromEntries(names.map((name) => [name, true]));
}

function unknown(name: string): IbidError {
  if (/key|token|secret|pass|auth/iu.test(name)) return keyInside('a key');
  const meant = nearestOption(name, NAMES);
  const hint =
    meant === undefined ? `There are ${NAMES.map((one) => `\`${one}\``).join(', ')}.` : `Did you mean \`${meant}\`?`;
  return refused(`\`${name.slice(0, 60)}\` is no option of an address of Qdrant. ${hint}`);
}

function keyInside(what: string): IbidError {
  return refused(
    `The address of Qdrant holds ${what}, and addresses are shown and kept in many places. Take it out, and put the key into \`QDRANT_API_KEY\`.`,
  );
}

function refused(message: string): IbidError {
  return new IbidError('INVALID_CONFIG', message);
}
