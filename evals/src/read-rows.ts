import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Rows of a JSON Lines file; the caller names their shape. */
export async function readRows<Row>(folder: string, file: string): Promise<Row[]> {
  const text = await readFile(join(folder, file), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row);
}
