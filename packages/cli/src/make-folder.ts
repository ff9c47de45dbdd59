import { ensureFolder } from '@ibid/drivers/files/ensure-folder';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Makes a folder where there is none; one that is ours by its name is kept out of the project's history. */
export async function makeFolder(folder: string): Promise<void> {
  ensureFolder(folder);
  if (basename(folder) !== '.ibid') return;
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined);
}
