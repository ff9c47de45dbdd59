import { IbidError } from '@ibid/core';
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { QdrantSettings } from './define-config.ts';

/** Where an index is: a file on this machine, or a collection of a Qdrant. */
type IndexAddress =
  | { readonly kind: 'file'; readonly file: string }
  /** As `readQdrantUrl` takes it. */
  | { readonly kind: 'qdrant'; readonly url: string };

/** Name of the variable in which the key of a Qdrant stands; in no file, for those are committed. */
export const QDRANT_KEY = 'QDRANT_API_KEY';

const QDRANT = /^qdrant(?:\+https?)?:/iu;
const SQLITE = /^sqlite:/iu;
/** More than one letter: a drive of Windows is none. */
const OTHER_SCHEME = /^[a-z][a-z\d+.-]+:\/\//iu;

/** Throws `INVALID_CONFIG` for an address of something else, without repeating what may be a password. */
export function readIndexAddress(index: string): IndexAddress {
  if (QDRANT.test(index)) return { kind: 'qdrant', url: index };
  const file = index.replace(SQLITE, '').replace(/^\/\/(?=\/)/u, '');
  if (file !== '' && !OTHER_SCHEME.test(file)) return { kind: 'file', file };
  throw new IbidError(
    'INVALID_CONFIG',
    'The index must be a file, such as `.ibid/index.db`, or a collection, such as `qdrant:http://127.0.0.1:6333/physical_ai_book`. Fix `--index`, `IBID_INDEX` or `index`.',
  );
}

/** The file of an index; `undefined` for one elsewhere. */
export function indexFile(index: string): string | undefined {
  const address = readIndexAddress(index);
  return address.kind === 'file' ? address.file : undefined;
}

/** The index in messages: the file, or the address without its options. */
export function indexName(index: string): string {
  return indexFile(index) ?? index.replace(/\?.*$/su, '');
}

/** The settings of a collection as an address, such as `qdrant:http://host:6333/collection?shards=6`. */
export function qdrantAddress(settings: QdrantSettings): string {
  const { url, collection, ...rest } = settings;
  const options = new URLSearchParams(
    Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const query = options.size === 0 ? '' : `?${options.toString().replaceAll('%2C', ',')}`;
  return `qdrant:${url.replace(/\/+$/u, '')}/${encodeURIComponent(collection ?? '')}${query}`;
}

/** Whether there may be an index: of one elsewhere only opening it can say. */
export function mayExist(index: string): boolean {
  const file = indexFile(index);
  return file === undefined || existsSync(file);
}

/** Whether two addresses are of one index, however they are written. Names of hosts are compared as they stand. */
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

/** Links resolved; of a file that is not there yet those of its folder. */
async function realFile(file: string): Promise<string> {
  const known = await realpath(file).catch(() => undefined);
  if (known !== undefined) return known;
  const folder = await realpath(dirname(file)).catch(() => dirname(file));
  return join(folder, basename(file));
}
