import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { PeerPassage } from './bench-case.ts';

export async function readPassages(file: string): Promise<PeerPassage[]> {
  const passages: PeerPassage[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    passages.push(JSON.parse(line) as PeerPassage);
  }
  return passages;
}
