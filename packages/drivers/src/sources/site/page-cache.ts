import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

/** Bodies between listing and loading, packed, up to a bound; what does not fit is fetched again. */
export interface PageCache {
  put(url: string, body: string): Promise<void>;
  /** Gives the body out once. */
  take(url: string): Promise<string | undefined>;
  clear(): void;
}

export function createPageCache(maxBytes: number): PageCache {
  const bodies = new Map<string, Uint8Array>();
  let bytes = 0;
  return {
    async put(url, body) {
      if (bytes >= maxBytes) return;
      const packed = new Uint8Array(await promisify(deflateRaw)(body, { level: 1 })); // zlib's own buffer is many times larger
      bytes += packed.length;
      bodies.set(url, packed);
    },
    async take(url) {
      const packed = bodies.get(url);
      if (packed === undefined) return undefined;
      bodies.delete(url);
      bytes -= packed.length;
      return (await promisify(inflateRaw)(packed)).toString('utf8');
    },
    clear() {
      bodies.clear();
      bytes = 0;
    },
  };
}
