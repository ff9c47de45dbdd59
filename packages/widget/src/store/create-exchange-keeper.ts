import { ASK_LIMITS } from '../exchange/ask-limits.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { readExchange } from './read-exchange.ts';
import type { KeyValueStorage, Surroundings } from './surroundings.ts';

/** Grows when what is kept changes its meaning; what another version has written is not read. */
const VERSION = 1;
/** Characters, in each storage. */
const MOST_KEPT = 200_000;

export interface ExchangeKeeper {
  /** Whether anything can be kept, as far as can be told without writing a conversation. */
  canKeep(): boolean;
  /** The conversation of this tab or, in a new one, the latest. Of what is damaged, what is whole; oldest first. */
  read(): readonly Exchange[];
  /** Keeps the latest of them as far as there is room. False when nothing can be kept. */
  write(exchanges: readonly Exchange[]): boolean;
}

/** Keeps a bounded conversation under `key`. Never throws: a storage that is blocked or full keeps nothing. */
export function createExchangeKeeper(storages: Surroundings['storages'], key: string): ExchangeKeeper {
  return {
    canKeep: () => storages.some((open) => canWriteTo(open, `${key}?`)),
    read() {
      for (const open of storages) {
        try {
          const found = parseKept(open().getItem(key));
          if (found !== undefined) return found;
        } catch {
          // Blocked, or damaged beyond reading: the next one may have it.
        }
      }
      return [];
    },
    write(exchanges) {
      const kept = withinBounds(exchanges);
      return storages.map((open) => writeTo(open, key, kept)).includes(true);
    },
  };
}

/** `undefined` where nothing of this version is kept. */
function parseKept(text: string | null): readonly Exchange[] | undefined {
  if (text === null || text.length > 2 * MOST_KEPT) return undefined;
  const kept = JSON.parse(text) as { readonly version?: unknown; readonly exchanges?: unknown } | null;
  if (kept?.version !== VERSION || !Array.isArray(kept.exchanges)) return undefined;
  const exchanges = new Map<string, Exchange>();
  for (const one of kept.exchanges.slice(-ASK_LIMITS.exchanges)) {
    try {
      const exchange = readExchange(one);
      exchanges.set(exchange.id, exchange);
    } catch {
      // Not whole; the others are.
    }
  }
  return [...exchanges.values()];
}

/** The latest that fit, as JSON, oldest first. */
function withinBounds(exchanges: readonly Exchange[]): readonly string[] {
  const kept: string[] = [];
  let left = MOST_KEPT;
  for (const exchange of exchanges.slice(-ASK_LIMITS.exchanges).toReversed()) {
    const json = JSON.stringify(exchange);
    left -= json.length + 1;
    if (left < 0) break;
    kept.unshift(json);
  }
  return kept;
}

/** With fewer where the storage has no room for all; with none, so that at least nothing stays that was to be forgotten. */
function writeTo(open: () => KeyValueStorage, key: string, kept: readonly string[]): boolean {
  for (let from = 0; ; from += Math.ceil((kept.length - from) / 2)) {
    const isLast = from === kept.length;
    try {
      open().setItem(key, `{"version":${VERSION},"exchanges":[${kept.slice(from).join(',')}]}`);
      return !isLast || from === 0;
    } catch {
      if (isLast) return remove(open, key);
    }
  }
}

function remove(open: () => KeyValueStorage, key: string): false {
  try {
    open().removeItem(key);
  } catch {
    // Then it has not let us write either.
  }
  return false;
}

function canWriteTo(open: () => KeyValueStorage, key: string): boolean {
  try {
    const storage = open();
    storage.setItem(key, '');
    storage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}
