import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** The environment with which a thread shares the process's compile cache, which it does not by itself; it starts in half the time. */
export function compileCache(): Readonly<Record<string, string>> {
  // The cache lies in a folder for this version of Node inside the one that was asked for.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
