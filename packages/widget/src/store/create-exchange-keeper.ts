import type { Failure } from '@ibid/client';
import type { Reader } from '@ibid/client/read';
import { answerParts, flag, listOf, number, objectOf, oneOf, orElse, proved, text } from '@ibid/client/read';
import type { Exchange, AskedScope, CapturedSelection, Feedback } from '../exchange/exchange.ts';
import { isRunning, newExchange } from '../exchange/exchange.ts';
import { ASK_LIMITS, clip } from '../exchange/request-of.ts';
import type { KeyValueStorage, Surroundings } from './surroundings.ts';

interface ExchangeKeeper {
  /** True if anything can be stored. Tests this without writing a conversation. */
  canKeep(): boolean;
  /** Reads the conversation of this tab or, in a new tab, the latest one. Skips damaged exchanges. Oldest first. */
  read(): readonly Exchange[];
  /** Returns `exchanges` plus those stored by other pages of this tab, minus those that have been cleared. */
  merge(exchanges: readonly Exchange[]): readonly Exchange[];
  /** Returns `exchanges` without those cleared in any tab; the same list if none was cleared. */
  uncleared(exchanges: readonly Exchange[]): readonly Exchange[];
  /** Stores the latest of them together with those stored by other pages, as many as fit. Returns false if the last one could not be stored. */
  write(exchanges: readonly Exchange[]): boolean;
  /** Clears `exchanges` and everything stored, for every tab. Returns false if that could not be written. */
  clear(exchanges: readonly Exchange[], now: number): boolean;
  /** Returns the time to record for a question asked at `now`: later than all `exchanges` and than the last clearing. */
  timeAfter(exchanges: readonly Exchange[], now: number): number;
}

/**
 * Stores a bounded conversation under `key`: the first storage has that of this tab, the last one that of all tabs. Never throws:
 * if a storage is blocked or full, nothing is stored. An exchange cleared in one tab is removed from every storage as soon as any
 * other tab reads it.
 */
export function createExchangeKeeper(storages: Surroundings['storages'], key: string): ExchangeKeeper {
  const shelves = storages.map((open) => createShelf(open, key));
  let clearedAt = -1;
  /** Exchanges by id, as they were when this page last read from or wrote to storage. */
  let agreed: ReadonlyMap<string, Exchange> = new Map();

  const isLeft = ({ askedAt }: Exchange): boolean => askedAt > clearedAt;
  const isChanged = (one: Exchange): boolean => agreed.get(one.id) !== one;
  const agreeOn = (exchanges: readonly Exchange[]): void => {
    agreed = new Map(exchanges.map((one) => [one.id, one]));
  };

  /** Reads each storage, after removing cleared exchanges from it. */
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
 * Merges the exchanges of this page with those stored by others: each once, ordered by the time they were asked. The list is
 * bounded; the oldest are dropped, but never a running one. If both have the same exchange, this page's version wins if it has
 * changed here, or if the other has fewer statements of the same answer.
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
  // Each list keeps its own order: an exchange that was asked again stays at its original position.
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

/** Highest timestamp that is a valid date. */
const LAST = 8.64e15;

/** Version of the stored format. Data of any other version is ignored. */
const KEPT_VERSION = 1;

/** Maximum characters of JSON per storage and per exchange, so that one long exchange leaves space for others. */
const MOST_KEPT = 200_000;
const LONGEST_KEPT = 100_000;

/** Wraps one storage, which may at any call be blocked, full, or changed by someone else. Never throws. */
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
    /** `undefined` if nothing can be read. Data written by this page is returned as the same objects. */
    read(): Kept | undefined {
      try {
        const json = open().getItem(key);
        if (json === null) return undefined;
        if (json !== seen?.json) seen = { json, kept: readKept(json) };
        return seen.kept;
      } catch {
        // Blocked or unreadable: another storage may have it.
        return undefined;
      }
    },
    /** Stores the latest exchanges that fit. Returns the stored ones, oldest first, or `undefined` if writing failed; the key is then removed. */
    write({ clearedAt, exchanges }: Kept): readonly Exchange[] | undefined {
      for (let latest = withinBounds(exchanges); ; latest = latest.slice(1)) {
        const kept = { clearedAt, exchanges: latest.map(({ exchange }) => exchange) };
        const list = latest.map((one) => one.json).join(',');
        const json = `{"version":${KEPT_VERSION},"clearedAt":${clearedAt},"exchanges":[${list}]}`;
        try {
          open().setItem(key, json);
          seen = { json, kept };
          return kept.exchanges;
        } catch {
          if (latest.length === 0) break;
        }
      }
      try {
        // Cleared exchanges must not remain stored.
        open().removeItem(key);
      } catch {
        // Blocked: then nothing could be written before either.
      }
      return undefined;
    },
  };
}

/** Reads a stored conversation, skipping damaged exchanges. `undefined` if there is none of this version. Throws if it is not JSON. */
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
      // Damaged; the others may still be valid.
    }
  }
  const { clearedAt } = kept;
  const isDate = typeof clearedAt === 'number' && clearedAt >= 0 && clearedAt <= LAST;
  return { clearedAt: isDate ? clearedAt : -1, exchanges: [...exchanges.values()] };
}

/** The latest exchanges that fit into the storage, oldest first. */
function withinBounds(
  exchanges: readonly Exchange[],
): readonly { readonly exchange: Exchange; readonly json: string }[] {
  const kept: { exchange: Exchange; json: string }[] = [];
  let left = MOST_KEPT;
  for (const exchange of exchanges.slice(-ASK_LIMITS.exchanges).toReversed()) {
    const json = fitted(exchange);
    // Too long even with the question alone: skipped, so that the others still fit.
    if (json.length > LONGEST_KEPT) continue;
    left -= json.length + 1;
    if (left < 0) break;
    kept.unshift({ exchange, json });
  }
  return kept;
}

/** JSON of an exchange. If that is too long, only its question is kept, as a stopped exchange. */
function fitted(exchange: Exchange): string {
  const json = JSON.stringify(exchange);
  if (json.length <= LONGEST_KEPT) return json;
  const { id, question, scope, askedAt, askedOn, exact } = exchange;
  return JSON.stringify({ ...newExchange({ id, question, scope, askedAt, askedOn, exact }), state: 'stopped' });
}

/** Content of one storage. */
interface Kept {
  /** Everything asked up to this time is cleared, in every tab. Milliseconds since 1970; -1 if nothing was ever cleared. */
  readonly clearedAt: number;
  /** Oldest first. */
  readonly exchanges: readonly Exchange[];
}

const selection: Reader<CapturedSelection> = objectOf<CapturedSelection>({
  text,
  total: orElse(number, undefined),
  url: text,
  section: text,
  place: text,
});

const scope: Reader<AskedScope> = objectOf<AskedScope>({
  selection: orElse(selection, undefined),
  onlySelection: flag,
  page: orElse(objectOf({ url: text, title: text }), undefined),
  section: orElse(objectOf({ id: text, title: text }), undefined),
  locale: text,
  version: text,
});

const failure: Reader<Failure> = objectOf<Failure>({
  kind: oneOf('offline', 'unreachable', 'rate-limited', 'unavailable', 'invalid', 'timeout', 'cut', 'missing', 'error'),
  message: text,
  retryAfter: number,
  requestId: text,
});

const feedback: Reader<Feedback> = objectOf<Feedback>({
  verdict: oneOf('up', 'down'),
  reasons: listOf(oneOf('wrong', 'incomplete', 'not-found', 'outdated', 'bad-source', 'other')),
  note: text,
  // Feedback still being sent when it was stored may not have arrived.
  state: (value) => (value === 'sent' || value === 'kept' ? value : 'failed'),
});

const exchange: Reader<Exchange> = proved(
  objectOf<Exchange>({
    id: someText,
    question: (value) => clip(someText(value), ASK_LIMITS.query),
    scope,
    // An answer still arriving when it was stored, perhaps in another tab, counts as stopped.
    state: (value) =>
      value === 'loading' || value === 'streaming'
        ? 'stopped'
        : oneOf('answered', 'insufficient', 'refused', 'stopped', 'failed')(value),
    requestId: text,
    ...answerParts,
    exact: orElse(flag, undefined),
    fault: text,
    failure: orElse(failure, undefined),
    feedback: orElse(feedback, undefined),
    askedAt: number,
    askedOn: orElse(text, undefined),
  }),
);

function someText(value: unknown): string {
  if (text(value).trim() === '') throw new TypeError('expected some text');
  return text(value);
}

/**
 * Reads one exchange from storage, where anybody may have written. Throws a `TypeError` if it is not one. If it was running when
 * stored, it becomes stopped; feedback that was being sent becomes failed.
 */
export function readExchange(value: unknown): Exchange {
  const read = exchange(value);
  if ((read.state === 'failed') !== (read.failure !== undefined)) throw new TypeError('expected why it failed');
  return read;
}
