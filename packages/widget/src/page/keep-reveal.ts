import { pageKey } from './page-address.ts';

/** Where a citation was to land, kept over a full load of its page. */
export interface KeptReveal {
  /** Path of the page here. */
  readonly path: string;
  readonly anchor: string;
  readonly quote: string;
}

export const REVEAL_KEY = 'ibid:reveal';

const FRESH_MS = 30_000;

/** For the next page; does nothing where the browser keeps nothing for us. */
export function keepReveal(reveal: KeptReveal): void {
  try {
    sessionStorage.setItem(REVEAL_KEY, JSON.stringify({ ...reveal, at: Date.now() }));
  } catch {
    // Without storage the link's own text fragment has to do.
  }
}

/** What was kept for the page at `path`, once; nothing that is older than half a minute. What is kept for another page stays until then. */
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
