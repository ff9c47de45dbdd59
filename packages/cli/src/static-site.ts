import { IbidError } from '@ibid/core';
import type { StoreDriver } from '@ibid/core/types';
import { ensureFolder } from '@ibid/drivers/files/ensure-folder';
import { MANIFEST } from '@ibid/drivers/stores/static/format';
import { writeStatic, type StaticOptions } from '@ibid/drivers/stores/static/write-static';
import { copyFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkStatic, isOfWorker, WORKER, type StaticReport } from './check-static.ts';
import { findWidgetFolder } from './open-site.ts';

const OWN = /^(?:[0-9a-f]{16}\.bin|index\.json(?:\.tmp)?|ibid-[\w-]+\.js|manifest\.json)$/u;

/**
 * Writes the index on show into `folder` as files that any host can hand out, with the worker that answers over them and, unless the site
 * bundles it, the panel that asks; what an earlier run left there goes. Gives what the folder holds then. Rejects with `INVALID_CONFIG` where the folder holds anything else, with `NOT_INDEXED` before the first publish.
 */
export async function writeStaticSite(
  store: Pick<StoreDriver, 'info' | 'readPages'>,
  folder: string,
  options: StaticOptions & { readonly panel: boolean },
): Promise<StaticReport> {
  const widget = findWidgetFolder();
  if (widget === undefined) {
    throw new IbidError('INVALID_CONFIG', 'A static index needs `@ibid/widget`, which is not installed.');
  }
  ensureFolder(folder);
  const before = await readdir(folder);
  // The worker is written first, so an earlier run has left it there, and an owner's own files do not have it beside them.
  const other = before.find((name) => !before.includes(WORKER) || !OWN.test(name));
  if (other !== undefined) {
    throw new IbidError(
      'INVALID_CONFIG',
      `\`${folder}\` holds \`${other}\`, which is no part of a static index. Name an empty folder, such as \`${join(folder, 'ibid')}\`.`,
    );
  }
  const built = await readdir(widget);
  const scripts = options.panel ? built : built.filter(isOfWorker);
  for (const name of new Set([WORKER, ...scripts])) await copyFile(join(widget, name), join(folder, name));
  const written = new Set([MANIFEST, ...scripts]);
  const put = async (name: string, bytes: Uint8Array): Promise<void> => {
    written.add(name);
    if (name !== MANIFEST) return writeFile(join(folder, name), bytes);
    // A host may copy the folder at any moment: the manifest is whole or the old one.
    await writeFile(join(folder, `${name}.tmp`), bytes);
    await rename(join(folder, `${name}.tmp`), join(folder, name));
  };
  await writeStatic(store, put, options);
  for (const name of before) if (!written.has(name)) await rm(join(folder, name), { force: true });
  return checkStatic(folder);
}
