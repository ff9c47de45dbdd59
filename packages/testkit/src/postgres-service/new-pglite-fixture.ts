import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/**
 * An empty PGlite in memory. The first on a machine makes its files and leaves a copy of 40 MB among the temporary ones, with which
 * the others start in a fifth of the 2.5 s.
 */
export async function newPglite(): Promise<PGlite> {
  const folder = join(tmpdir(), 'ibid-tests');
  const copy = join(folder, `pglite-${version()}.tar`);
  const files = await readFile(copy).catch(() => undefined);
  if (files !== undefined) {
    try {
      return await PGlite.create({ loadDataDir: new Blob([files]) });
    } catch {
      // Not a whole one; it is made anew.
    }
  }
  const database = await PGlite.create();
  const dump = await database.dumpDataDir('none');
  await mkdir(folder, { recursive: true });
  // Others may be at it.
  const own = `${copy}.${randomUUID()}`;
  await writeFile(own, Buffer.from(await dump.arrayBuffer()));
  await rename(own, copy);
  return database;
}

function version(): string {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const { version: found } = createRequire(main)('../package.json') as { readonly version: string };
  return found;
}
