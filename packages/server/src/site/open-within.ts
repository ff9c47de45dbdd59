import { constants } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isPlainName } from './site-path.ts';

/** A regular file that was found; whoever gets it closes it. */
export interface OpenedFile {
  readonly handle: FileHandle;
  readonly name: string;
  readonly size: number;
  /** Changes when the file is written. */
  readonly version: string;
}

/**
 * Opens a regular file below a folder whose own links are resolved; `undefined` for everything else. Links are followed as long as
 * they stay inside and lead to nothing hidden. Waits for no pipe, and rejects for nothing that a file system may hold.
 */
export async function openWithin(realRoot: string, names: readonly string[]): Promise<OpenedFile | undefined> {
  let handle: FileHandle | undefined;
  try {
    const path = await realpath(join(realRoot, ...names));
    const inside = relative(realRoot, path).split(sep);
    if (!path.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep)) return undefined;
    if (!inside.every((name, i) => isPlainName(name, i === 0))) return undefined;
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = await handle.stat({ bigint: true });
    if (found.isFile()) {
      const version = `${found.size.toString(36)}-${found.mtimeNs.toString(36)}-${found.ino.toString(36)}`;
      return { handle, name: inside.at(-1)!, size: Number(found.size), version };
    }
  } catch {
    // Not there, not readable, or gone between two steps: for a reader all the same.
  }
  await handle?.close().catch(() => undefined);
  return undefined;
}
