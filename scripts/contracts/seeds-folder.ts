import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const BESIDE_THE_PROJECT = join(import.meta.dirname, '..', '..', '..', 'shared', 'seeds');

/** Folder of the five documents: `IBID_SEEDS`, or `../shared/seeds` seen from the project. `undefined` when it is absent. */
export function seedsFolder(): string | undefined {
  const folder = resolve(process.env['IBID_SEEDS'] ?? BESIDE_THE_PROJECT);
  return existsSync(folder) ? folder : undefined;
}
