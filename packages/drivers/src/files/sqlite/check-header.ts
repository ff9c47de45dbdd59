import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { fault } from '../worker-fault.ts';
import type { DatabaseKind } from './database-kind.ts';

/** SQLite would take an empty file for an empty database and a foreign one for ours; the header tells before it is opened. */
export function checkHeader(file: string, { applicationId, format, words }: DatabaseKind): void {
  const status = statSync(file);
  if (!status.isFile()) throw fault('INDEX_DAMAGED', `\`${file}\` is not a file; ${words.folder}`);
  if (status.size === 0) throw fault('INDEX_DAMAGED', words.damaged(file, 'it is empty'));
  const header = readHeader(file);
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw fault('INDEX_DAMAGED', `\`${file}\` ${words.noDatabase}`);
  }
  if (header.readUInt32BE(68) !== applicationId) {
    throw fault('INDEX_DAMAGED', `\`${file}\` ${words.otherDatabase}`);
  }
  const found = header.readUInt32BE(60);
  if (found === format) return;
  throw fault(
    'INDEX_MISMATCH',
    `${words.has(file)} format ${found}, this version of Ibid reads format ${format}; ` +
      (found > format ? words.newer : words.older),
  );
}

function readHeader(file: string): Buffer {
  const header = Buffer.alloc(100);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  return header;
}
