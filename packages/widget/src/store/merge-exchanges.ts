import { ASK_LIMITS } from '../exchange/ask-limits.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { isRunning } from '../exchange/is-running.ts';

/**
 * Those of this page and those that others have kept, each once, in the order in which they were asked; bounded, of which the oldest go
 * but not one that is running. Of two states of one, that of this page where it has changed here, or where the other holds less of the
 * same answer.
 */
export function mergeExchanges(
  own: readonly Exchange[],
  kept: readonly Exchange[],
  isChanged: (exchange: Exchange) => boolean,
): readonly Exchange[] {
  const others = new Map(kept.map((one) => [one.id, one]));
  const merged: Exchange[] = [];
  const mine = own.map((one) => {
    const other = others.get(one.id);
    others.delete(one.id);
    return other === undefined || isRunning(one) || isChanged(one) || holdsLess(other, one) ? one : other;
  });
  // Each list stays in its own order: one that was asked again stands where it was asked first.
  const rest = [...others.values()];
  for (const one of mine) {
    while (rest[0] !== undefined && rest[0].askedAt <= one.askedAt) merged.push(...rest.splice(0, 1));
    merged.push(one);
  }
  merged.push(...rest);
  const latest = merged.slice(-ASK_LIMITS.exchanges);
  const running = merged.find(isRunning);
  return running === undefined || latest.includes(running) ? latest : [running, ...latest.slice(1)];
}

function holdsLess(one: Exchange, other: Exchange): boolean {
  return one.requestId === other.requestId && one.statements.length < other.statements.length;
}
