import { IbidError } from '@ibid/core';
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { QdrantSettings } from './define-config.ts';

/** Location of an index: a local file, or a Qdrant collection. */
type IndexAddress =
  | { readonly kind: 'file'; readonly file: string }
  /** In the form that `readQdrantUrl` accepts. */
  | { readonly kind: 'qdrant'; readonly url: string };

/** Environment variable for the Qdrant key. The key is never read from a file, because files are committed. */
export const QDRANT_KEY = 'QDRANT_API_KEY';

const QDRANT = /^qdrant(?:\+https?)?:/iu;
const SQLITE = /^sqlite:/iu;
/** More than one letter, so that a Windows drive such as `C:` does not match. */
const OTHER_SCHEME = /^[a-z][a-z\d+.-]+:\/\//iu;

/** Throws `INVALID_CONFIG` for any other address, without repeating it in the message, because it may contain a password. */
export function readIndexAddress(index: string): IndexAddress {
  if (QDRANT.test(index)) return { kind: 'qdrant', url: index };
  const bare = index.replace(SQLITE, '');
  const file = bare.replace(/^\/\/(?=\/)/u, '');
  // `sqlite://backup.db` would be a file in the root folder.
  const hasHost = bare !== index && /^\/\/[^/]/u.test(bare);
  if (file !== '' && !hasHost && !OTHER_SCHEME.test(file)) return { kind: 'file', file };
  throw new IbidError(
    'INVALID_CONFIG',
    'The index must be a file, such as `.ibid/index.db`, or a collection, such as `qdrant:http://127.0.0.1:6333/physical_ai_book`. Fix `--index`, `IBID_INDEX` or `index`.',
  );
}

/** Returns the file of an index, or `undefined` if the index is not a file. */
export function indexFile(index: string): string | undefined {
  const address = readIndexAddress(index);
  return address.kind === 'file' ? address.file : undefined;
}

/** Name of the index for messages: the file, or the address without its options. */
export function indexName(index: string): string {
  return indexFile(index) ?? index.replace(/\?.*$/su, '');
}

/** Converts the settings of a collection to an address, such as `qdrant:http://host:6333/collection?shards=6`. */
export function qdrantAddress(settings: QdrantSettings): string {
  const { url, collection, ...rest } = settings;
  const options = new URLSearchParams(
    Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const query = options.size === 0 ? '' : `?${options.toString().replaceAll('%2C', ',')}`;
  return `qdrant:${url.replace(/\/+$/u, '')}/${encodeURIComponent(collection ?? '')}${query}`;
}

/** Returns false if the index certainly does not exist. A remote index must be opened to find out. */
export function mayExist(index: string): boolean {
  const file = indexFile(index);
  return file === undefined || existsSync(file);
}

/** Returns true if both addresses refer to the same index, however they are written. Host names are compared literally. */
export async function isSameIndex(a: string, b: string): Promise<boolean> {
  return (await identity(a)) === (await identity(b));
}

async function identity(index: string): Promise<string> {
  const address = readIndexAddress(index);
  if (address.kind === 'file') return realFile(resolve(address.file));
  const { checkOptions, readQdrantUrl } = await import('@ibid/drivers/stores/qdrant/options');
  const { root, collection } = checkOptions(readQdrantUrl(address.url));
  return JSON.stringify([root, collection]);
}

/** Resolves links; for a file that does not exist yet, those of its folder. */
async function realFile(file: string): Promise<string> {
  const known = await realpath(file).catch(() => undefined);
  if (known !== undefined) return known;
  const folder = await realpath(dirname(file)).catch(() => dirname(file));
  return join(folder, basename(file));
}
