import { crc32 } from 'node:zlib';

/**
 * CRC-32 over the parts in order, each closed off so that a border cannot move unseen. Every row of the index carries one over
 * its key and its content, because SQLite itself does not notice a changed byte inside a value.
 */
export function checksum(...parts: readonly (string | number | Uint8Array)[]): number {
  let sum = 0;
  for (const part of parts) {
    // A damaged row can hold NULL where its column forbids it.
    const bytes = typeof part === 'string' || part instanceof Uint8Array ? part : String(part);
    sum = crc32(`|${bytes.length}`, crc32(bytes, sum));
  }
  return sum;
}
