import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Result of reading one file; `problem` is a sentence for its owner, `''` on success. */
export interface FileBytes {
  readonly bytes: Uint8Array;
  readonly problem: string;
}

/** Reads a regular file of at most `maxBytes`. Does not follow links or wait for pipes, and never rejects. */
export async function readFileWithin(path: string, maxBytes: number): Promise<FileBytes> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = await file.stat();
    if (!found.isFile()) return failed('It is no regular file.');
    if (found.size > maxBytes) return failed(`It has ${found.size} bytes, more than the ${maxBytes} that are read.`);
    return { bytes: await file.readFile(), problem: '' };
  } catch (error) {
    return failed(`It cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`);
  }
}

function failed(problem: string): FileBytes {
  return { bytes: new Uint8Array(), problem };
}
