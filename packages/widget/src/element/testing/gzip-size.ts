import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

/** Bytes that all `files` take when each is sent compressed on its own, as servers do. */
export async function gzipSize(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(file), { level: 9 }).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}
