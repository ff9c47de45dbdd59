import { ASK_LIMITS } from '../exchange/ask-limits.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Kept } from './kept.ts';
import { KEPT_LIMITS } from './kept-limits.ts';
import { shortenExchange } from './shorten-exchange.ts';

/** Grows when what is kept changes its meaning; what another version has written is not read. */
export const KEPT_VERSION = 1;

/** Puts the latest that fit where `put` throws while there is no room. What was kept, oldest first; `undefined` when nothing was. */
export function writeKept(
  { clearedAt, exchanges }: Kept,
  put: (text: string) => void,
): readonly Exchange[] | undefined {
  const fitting = withinBounds(exchanges);
  const kept = exchanges.slice(exchanges.length - fitting.length);
  for (let from = 0; ; from += Math.ceil((kept.length - from) / 2)) {
    try {
      put(`{"version":${KEPT_VERSION},"clearedAt":${clearedAt},"exchanges":[${fitting.slice(from).join(',')}]}`);
      return kept.slice(from);
    } catch {
      if (from === kept.length) return undefined;
    }
  }
}

/** The latest that fit, as JSON, oldest first. */
function withinBounds(exchanges: readonly Exchange[]): readonly string[] {
  const kept: string[] = [];
  let left: number = KEPT_LIMITS.all;
  for (const exchange of exchanges.slice(-ASK_LIMITS.exchanges).toReversed()) {
    const json = fitted(exchange);
    left -= json.length + 1;
    if (left < 0) break;
    kept.unshift(json);
  }
  return kept;
}

function fitted(exchange: Exchange): string {
  const json = JSON.stringify(exchange);
  return json.length <= KEPT_LIMITS.whole ? json : JSON.stringify(shortenExchange(exchange, KEPT_LIMITS.part));
}
