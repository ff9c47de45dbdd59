import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Unpacks a `.tar.gz` into `folder`, which is created. */
export async function unpack(archive: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await promisify(execFile)('tar', ['xzf', archive, '-C', folder]);
}
