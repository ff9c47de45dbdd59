import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Makes `to` contain exactly the files of `from`. Each file that differs is replaced in one step, and deleted files are removed last, so
 * that a reader always finds every file that is in both versions. Not safe for concurrent calls.
 */
export async function syncFolder(from: string, to: string): Promise<void> {
  const files = await filesOf(from);
  for (const file of files) {
    const bytes = await readFile(join(from, file));
    const present = await readFile(join(to, file)).catch(() => undefined);
    if (present?.equals(bytes) === true) continue;
    await mkdir(dirname(join(to, file)), { recursive: true });
    await writeFile(join(to, `${file}.tmp`), bytes);
    await rename(join(to, `${file}.tmp`), join(to, file));
  }
  const wanted = new Set(files);
  for (const file of await filesOf(to)) if (!wanted.has(file)) await rm(join(to, file));
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(glob('**/*', { cwd: folder, withFileTypes: true }));
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
