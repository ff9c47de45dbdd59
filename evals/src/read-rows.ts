import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads the rows of a JSON Lines file; the caller gives their type. */
export async function readRows<Row>(folder: string, file: string): Promise<Row[]> {
  const text = await readFile(join(folder, file), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row);
}
