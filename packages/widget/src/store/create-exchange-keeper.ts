import { isRunning, type Exchange } from '../exchange/exchange.ts';
import { ASK_LIMITS } from '../exchange/request-of.ts';
import { createShelf, type Kept } from './create-shelf.ts';
import type { Surroundings } from './surroundings.ts';

interface ExchangeKeeper {
  /** Whether anything can be kept, as far as can be told without writing a conversation. */
  canKeep(): boolean;
  /** The conversation of this tab or, in a new one, the latest. Of what is damaged, what is whole; oldest first. */
  read(): readonly Exchange[];
  /** `exchanges` with what other pages of this tab have kept, and without what has been cleared. */
  merge(exchanges: readonly Exchange[]): readonly Exchange[];
  /** `exchanges` without what has been cleared in any tab; the same list where nothing was. */
  uncleared(exchanges: readonly Exchange[]): readonly Exchange[];
  /** Keeps the latest of them, and what other pages have kept, as far as there is room. False when the last of them could not be kept. */
  write(exchanges: readonly Exchange[]): boolean;
  /** Clears `exchanges` and all that is kept, for every tab. False when that could not be written. */
  clear(exchanges: readonly Exchange[], now: number): boolean;
  /** When a question counts as asked that is asked `now` after `exchanges`: later than they, and than what was cleared. */
  timeAfter(exchanges: readonly Exchange[], now: number): number;
}

/**
 * Keeps a bounded conversation under `key`: in the first storage that of this tab, in the last that of all. Never throws: a storage that
 * is blocked or full keeps nothing. What was cleared in one tab goes from every storage as soon as any other looks there.
 */
export function createExchangeKeeper(storages: Surroundings['storages'], key: string): ExchangeKeeper {
  const shelves = storages.map((open) => createShelf(open, key));
  let clearedAt = -1;
  /** By id, as they were when storage and this page last agreed. */
  let agreed: ReadonlyMap<string, Exchange> = new Map();

  const isLeft = ({ askedAt }: Exchange): boolean => askedAt > clearedAt;
  const isChanged = (one: Exchange): boolean => agreed.get(one.id) !== one;
  const agreeOn = (exchanges: readonly Exchange[]): void => {
    agreed = new Map(exchanges.map((one) => [one.id, one]));
  };

  /** What stands in each storage, after what has been cleared has gone from there. */
  function look(): readonly (Kept | undefined)[] {
    const found = shelves.map((shelf) => shelf.read());
    clearedAt = Math.max(clearedAt, ...found.map((kept) => kept?.clearedAt ?? -1));
    return found.map((kept, at) => {
      if (kept === undefined || kept.exchanges.every(isLeft)) return kept;
      const left = { clearedAt, exchanges: kept.exchanges.filter(isLeft) };
      shelves[at]?.write(left);
      return left;
    });
  }
  function write(exchanges: readonly Exchange[]): boolean {
    const found = look();
    const own = exchanges.filter(isLeft);
    const last = own.at(-1)?.id;
    const areKept = shelves.map((shelf, at) => {
      const kept = shelf.write({ clearedAt, exchanges: mergeExchanges(own, found[at]?.exchanges ?? [], isChanged) });
      return kept !== undefined && (last === undefined || kept.some(({ id }) => id === last));
    });
    agreeOn(own);
    return areKept.includes(true);
  }

  return {
    canKeep: () => shelves.some((shelf) => shelf.canWrite()),
    read() {
      const exchanges = latestOf(look());
      agreeOn(exchanges);
      return exchanges;
    },
    merge(exchanges) {
      const kept = latestOf(look());
      const merged = mergeExchanges(exchanges.filter(isLeft), kept, isChanged);
      agreeOn(merged.filter((one) => kept.includes(one) || !isChanged(one)));
      return merged;
    },
    uncleared(exchanges) {
      look();
      return exchanges.every(isLeft) ? exchanges : exchanges.filter(isLeft);
    },
    write,
    clear(exchanges, now) {
      const all = [...look().flatMap((kept) => kept?.exchanges ?? []), ...exchanges];
      clearedAt = Math.max(clearedAt, now, ...all.map(({ askedAt }) => askedAt));
      return write([]);
    },
    timeAfter: (exchanges, now) => Math.max(now, clearedAt + 1, ...exchanges.map(({ askedAt }) => askedAt + 1)),
  };
}

function latestOf(found: readonly (Kept | undefined)[]): readonly Exchange[] {
  return found.find((kept) => kept !== undefined)?.exchanges ?? [];
}

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
