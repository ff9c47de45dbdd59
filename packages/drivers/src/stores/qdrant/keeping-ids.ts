/** Names of the points in the collection that keeps everything but vectors, beside those in `ids.ts`. */
import { createHash } from 'node:crypto';

/** Part `number`, from 0, of the body of a page as written in `epoch`, after what its own point holds. */
export function contentPartId(url: string, epoch: number, stamp: string, number: number): string {
  return uuidOf('content part', url, epoch, stamp, number);
}

export function spaceId(name: string): string {
  return uuidOf('space', name);
}

/** Part `number`, from 0, of the data of a space after what its own point holds. */
export function spacePartId(name: string, number: number): string {
  return uuidOf('space part', name, number);
}

export function cacheId(space: string, hash: string): string {
  return uuidOf('cache', space, hash);
}

function uuidOf(...names: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(names)).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
