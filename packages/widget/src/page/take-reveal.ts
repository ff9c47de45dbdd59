import { REVEAL_KEY, type KeptReveal } from './keep-reveal.ts';
import { pageKey } from './page-key.ts';

const FRESH_MS = 30_000;

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
