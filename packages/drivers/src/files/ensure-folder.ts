import { IbidError } from '@ibid/core';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates the folder and what is missing above it. One level at a time, because Node's recursive `mkdir` never ends where a file
 * system answers "not found" for a name below a folder that exists, as `/proc` does. Throws `INVALID_CONFIG` when it cannot.
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
    throw new IbidError(
      'INVALID_CONFIG',
      `The folder \`${folder}\` cannot be created (${code}). Choose another place.`,
      { cause },
    );
  }
}
