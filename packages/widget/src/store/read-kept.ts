import { ASK_LIMITS } from '../exchange/ask-limits.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Kept } from './kept.ts';
import { KEPT_LIMITS } from './kept-limits.ts';
import { readExchange } from './read-exchange.ts';
import { KEPT_VERSION } from './write-kept.ts';

/** The last moment that is a date. */
const LAST = 8.64e15;

/** Of what is damaged, what is whole. `undefined` where nothing of this version is kept; throws where it is no JSON. */
export function readKept(text: string | null): Kept | undefined {
  if (text === null || text.length > 2 * KEPT_LIMITS.all) return undefined;
  const kept = JSON.parse(text) as { readonly [_ in 'version' | 'clearedAt' | 'exchanges']?: unknown } | null;
  if (kept?.version !== KEPT_VERSION || !Array.isArray(kept.exchanges)) return undefined;
  const exchanges = new Map<string, Exchange>();
  for (const one of kept.exchanges.slice(-ASK_LIMITS.exchanges)) {
    try {
      const exchange = readExchange(one);
      exchanges.set(exchange.id, exchange);
    } catch {
      // Not whole; the others are.
    }
  }
  const { clearedAt } = kept;
  const isDate = typeof clearedAt === 'number' && clearedAt >= 0 && clearedAt <= LAST;
  return { clearedAt: isDate ? clearedAt : -1, exchanges: [...exchanges.values()] };
}
