import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readIndexAddress } from './index-address.ts';

/** Whether two addresses are of one index, however they are written. Names of hosts are compared as they stand. */
export async function isSameIndex(a: string, b: string): Promise<boolean> {
  return (await identity(a)) === (await identity(b));
}

async function identity(index: string): Promise<string> {
  const address = readIndexAddress(index);
  if (address.kind === 'file') return realFile(resolve(address.file));
  const [{ checkOptions }, { readQdrantUrl }] = await Promise.all([
    import('@ibid/drivers/stores/qdrant/client/check-options'),
    import('@ibid/drivers/stores/qdrant/client/read-qdrant-url'),
  ]);
  const { origin, port, prefix, collection } = checkOptions(readQdrantUrl(address.url));
  return JSON.stringify([origin, port, prefix, collection]);
}

/** Links resolved; of a file that is not there yet those of its folder. */
async function realFile(file: string): Promise<string> {
  const known = await realpath(file).catch(() => undefined);
  if (known !== undefined) return known;
  const folder = await realpath(dirname(file)).catch(() => dirname(file));
  return join(folder, basename(file));
}
