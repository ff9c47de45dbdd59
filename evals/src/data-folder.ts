import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const BESIDE_THE_PROJECT = fileURLToPath(new URL('../../../shared/data', import.meta.url));

/** Folder of the evaluation sets: `IBID_EVAL_DATA`, or `../shared/data` relative to the project. `undefined` if it does not exist. */
export function dataFolder(): string | undefined {
  const folder = resolve(process.env['IBID_EVAL_DATA'] ?? BESIDE_THE_PROJECT);
  return existsSync(folder) ? folder : undefined;
}
