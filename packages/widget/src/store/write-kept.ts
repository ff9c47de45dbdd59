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
  for (let from = 0; ; from += Math.ceil((fitting.length - from) / 2)) {
    const kept = fitting.slice(from);
    try {
      const list = kept.map(({ json }) => json).join(',');
      put(`{"version":${KEPT_VERSION},"clearedAt":${clearedAt},"exchanges":[${list}]}`);
      return kept.map(({ exchange }) => exchange);
    } catch {
      if (kept.length === 0) return undefined;
    }
  }
}

interface Fitting {
  readonly exchange: Exchange;
  readonly json: string;
}

/** The latest that fit, oldest first. */
function withinBounds(exchanges: readonly Exchange[]): readonly Fitting[] {
  const kept: Fitting[] = [];
  let left: number = KEPT_LIMITS.all;
  for (const exchange of exchanges.slice(-ASK_LIMITS.exchanges).toReversed()) {
    const json = fitted(exchange);
    // Not even its question is short enough: that costs no other its place.
    if (json.length > KEPT_LIMITS.whole) continue;
    left -= json.length + 1;
    if (left < 0) break;
    kept.unshift({ exchange, json });
  }
  return kept;
}

function fitted(exchange: Exchange): string {
  const json = JSON.stringify(exchange);
  return json.length <= KEPT_LIMITS.whole ? json : JSON.stringify(shortenExchange(exchange, KEPT_LIMITS.part));
}
