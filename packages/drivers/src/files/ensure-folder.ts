import { invalidConfig } from '@ibid/core';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates the folder and its missing parents. Goes one level at a time, because Node's recursive `mkdir` never ends if a file system reports
 * "not found" for a name in an existing folder, as `/proc` does. Throws `INVALID_CONFIG` on failure.
 */
export function ensureFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) ensureFolder(parent);
  try {
    mkdirSync(folder);
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    throw invalidConfig(`The folder \`${folder}\` cannot be created (${code}). Choose another place.`, cause);
  }
}
