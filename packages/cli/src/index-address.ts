import { IbidError } from '@ibid/core';
import { existsSync } from 'node:fs';

/** Where an index is: a file on this machine, or a collection of a Qdrant. */
export type IndexAddress =
  | { readonly kind: 'file'; readonly file: string }
  /** As `readQdrantUrl` takes it. */
  | { readonly kind: 'qdrant'; readonly url: string };

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
    'The index must be a file, such as `.ibid/index.db`, or a collection, such as `qdrant:http://127.0.0.1:6333/physical_ai_book`. Mend `--index`, `IBID_INDEX` or `index`.',
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

/** Whether there may be an index: of one elsewhere only opening it can say. */
export function mayExist(index: string): boolean {
  const file = indexFile(index);
  return file === undefined || existsSync(file);
}
