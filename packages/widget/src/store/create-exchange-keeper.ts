import { isRunning, newExchange, type Exchange } from '../exchange/exchange.ts';
import { ASK_LIMITS } from '../exchange/request-of.ts';
import { readExchange } from './read-exchange.ts';
import type { KeyValueStorage, Surroundings } from './surroundings.ts';

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

/** The last moment that is a date. */
const LAST = 8.64e15;

/** Grows when what is kept changes its meaning; what another version has written is not read. */
const KEPT_VERSION = 1;

/** Characters of JSON in each storage, and of one exchange, so that a long one leaves room for others. */
const MOST_KEPT = 200_000;
const LONGEST_KEPT = 100_000;

/** One storage, which any call may find blocked, full, or written by somebody else. Nothing throws. */
function createShelf(open: () => KeyValueStorage, key: string) {
  let seen: { readonly json: string; readonly kept: Kept | undefined } | undefined;

  return {
    canWrite(): boolean {
      try {
        const storage = open();
        storage.setItem(`${key}?`, '');
        storage.removeItem(`${key}?`);
        return true;
      } catch {
        return false;
      }
    },
    /** `undefined` where nothing can be read. What this page wrote itself comes back as the same objects. */
    read(): Kept | undefined {
      try {
        const json = open().getItem(key);
        if (json === null) return undefined;
        if (json !== seen?.json) seen = { json, kept: readKept(json) };
        return seen.kept;
      } catch {
        // Blocked, or damaged beyond reading: another one may have it.
        return undefined;
      }
    },
    /** What was kept, oldest first: the latest that there is room for. `undefined` when nothing was; then nothing stays there. */
    write({ clearedAt, exchanges }: Kept): readonly Exchange[] | undefined {
      const fitting = withinBounds(exchanges);
      for (let from = 0; ; from += Math.ceil((fitting.length - from) / 2)) {
        const latest = fitting.slice(from);
        const kept = { clearedAt, exchanges: latest.map(({ exchange }) => exchange) };
        const list = latest.map((one) => one.json).join(',');
        const json = `{"version":${KEPT_VERSION},"clearedAt":${clearedAt},"exchanges":[${list}]}`;
        try {
          open().setItem(key, json);
          seen = { json, kept };
          return kept.exchanges;
        } catch {
          if (latest.length > 0) continue;
        }
        try {
          // So that at least nothing stays that was to be forgotten.
          open().removeItem(key);
        } catch {
          // Then it has not let us write either.
        }
        return undefined;
      }
    },
  };
}

/** Of what is damaged, what is whole. `undefined` where nothing of this version is kept; throws where it is no JSON. */
function readKept(json: string): Kept | undefined {
  if (json.length > 2 * MOST_KEPT) return undefined;
  const kept = JSON.parse(json) as { readonly [_ in 'version' | 'clearedAt' | 'exchanges']?: unknown } | null;
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

/** The latest that fit, oldest first. */
function withinBounds(
  exchanges: readonly Exchange[],
): readonly { readonly exchange: Exchange; readonly json: string }[] {
  const kept: { exchange: Exchange; json: string }[] = [];
  let left = MOST_KEPT;
  for (const exchange of exchanges.slice(-ASK_LIMITS.exchanges).toReversed()) {
    const json = fitted(exchange);
    // Not even its question is short enough: that costs no other its place.
    if (json.length > LONGEST_KEPT) continue;
    left -= json.length + 1;
    if (left < 0) break;
    kept.unshift({ exchange, json });
  }
  return kept;
}

/** Of an exchange that is too long the question alone, as one that was stopped. */
function fitted(exchange: Exchange): string {
  const json = JSON.stringify(exchange);
  if (json.length <= LONGEST_KEPT) return json;
  const { id, question, scope, askedAt, askedOn, exact } = exchange;
  return JSON.stringify({ ...newExchange({ id, question, scope, askedAt, askedOn, exact }), state: 'stopped' });
}

/** What stands in one storage. */
interface Kept {
  /** Whatever was asked until then is forgotten, whoever still has it. Milliseconds since 1970; -1 when nothing was ever cleared. */
  readonly clearedAt: number;
  /** Oldest first. */
  readonly exchanges: readonly Exchange[];
}
