import { digestHex } from '../hash/digest-hex.ts';

/** The same as `chunkId`, for code that runs in browsers; see `digestHex`. */
export function digestChunkId(url: string, heading: string, index: number): Promise<string> {
  return digestHex(JSON.stringify([url, heading, index]));
}
