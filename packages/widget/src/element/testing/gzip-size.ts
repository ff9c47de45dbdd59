import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

/** Total size in bytes of `files`, each compressed separately, as servers send them. */
export async function gzipSize(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(file), { level: 9 }).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}
