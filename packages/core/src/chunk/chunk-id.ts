import { sha256Hex } from '../hash/sha256-hex.ts';

/** Id of the chunk that is number `index` among the chunks of all sections with this heading on this page. */
export function chunkId(url: string, heading: string, index: number): string {
  return sha256Hex(JSON.stringify([url, heading, index]));
}
