import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Result of reading one file; `problem` is a sentence for its owner, `''` on success. */
export interface FileBytes {
  readonly bytes: Uint8Array;
  readonly problem: string;
}

/** Reads a regular file of at most `maxBytes`. Does not follow links or wait for pipes, and never rejects. */
export async function readFileWithin(path: string, maxBytes: number): Promise<FileBytes> {
  let handle;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const { size } = await statFile(handle);
    if (size < 0) return failed('It is no regular file.');
    if (size > maxBytes) return failed(`It has ${size} bytes, more than the ${maxBytes} that are read.`);
    const buffer = Buffer.alloc(size);
    let length = 0;
    while (length < size) {
      const { bytesRead } = await handle.read(buffer, length, size - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return { bytes: buffer.subarray(0, length), problem: '' };
  } catch (error) {
    return failed(`It cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`);
  } finally {
    await handle?.close().catch(() => undefined);
  }
}

function failed(problem: string): FileBytes {
  return { bytes: new Uint8Array(), problem };
}

async function statFile(handle: Awaited<ReturnType<typeof open>>): Promise<{ readonly size: number }> {
  const found = await handle.stat();
  return { size: found.isFile() ? found.size : -1 };
}
