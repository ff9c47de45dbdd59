import { pageKey } from './page-address.ts';

/** Target of a citation, stored while its page is loaded. */
export interface KeptReveal {
  /** Path of the page here. */
  readonly path: string;
  readonly anchor: string;
  readonly quote: string;
}

export const REVEAL_KEY = 'ibid:reveal';

const FRESH_MS = 30_000;

/** Stores the target for the next page; does nothing if the browser blocks storage. */
export function keepReveal(reveal: KeptReveal): void {
  try {
    sessionStorage.setItem(REVEAL_KEY, JSON.stringify({ ...reveal, at: Date.now() }));
  } catch {
    // Without storage, only the link's own text fragment works.
  }
}

/**
 * Returns the target stored for the page at `path`, and removes it. Ignores targets older than half a minute; until then, a
 * target for another page stays stored.
 */
export function takeReveal(path: string = location.pathname): KeptReveal | undefined {
  try {
    const text = sessionStorage.getItem(REVEAL_KEY);
    if (text === null) return undefined;
    const kept = JSON.parse(text) as KeptReveal & { readonly at: number };
    const isFresh = Math.abs(Date.now() - kept.at) < FRESH_MS;
    if (isFresh && pageKey(kept.path) !== pageKey(path)) return undefined;
    sessionStorage.removeItem(REVEAL_KEY);
    const { anchor, quote } = kept;
    return isFresh && typeof anchor === 'string' && typeof quote === 'string' ? { path, anchor, quote } : undefined;
  } catch {
    return undefined;
  }
}
