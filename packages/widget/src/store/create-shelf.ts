import {
  type Reader,
  beside,
  flag,
  listOf,
  number,
  objectOf,
  oneOf,
  orElse,
  proved,
  readCitation,
  readSection,
  readStatement,
  readWarning,
  text,
} from '../client/read-wire.ts';
import type { Failure } from '../client/wire.ts';
import {
  newExchange,
  type AskedScope,
  type CapturedSelection,
  type Exchange,
  type Feedback,
} from '../exchange/exchange.ts';
import { ASK_LIMITS, clip } from '../exchange/request-of.ts';
import type { KeyValueStorage } from './surroundings.ts';

/** One storage, which any call may find blocked, full, or written by somebody else. Nothing throws. */
interface Shelf {
  canWrite(): boolean;
  /** `undefined` where nothing can be read. What this page wrote itself comes back as the same objects. */
  read(): Kept | undefined;
  /** What was kept, oldest first: the latest that there is room for. `undefined` when nothing was; then nothing stays there. */
  write(kept: Kept): readonly Exchange[] | undefined;
}

/** The last moment that is a date. */
const LAST = 8.64e15;

/** Grows when what is kept changes its meaning; what another version has written is not read. */
const KEPT_VERSION = 1;

/** Characters of JSON in each storage, and of one exchange, so that a long one leaves room for others. */
const MOST_KEPT = 200_000;
const LONGEST_KEPT = 100_000;

export function createShelf(open: () => KeyValueStorage, key: string): Shelf {
  let seen: { readonly json: string; readonly kept: Kept | undefined } | undefined;

  return {
    canWrite() {
      try {
        const storage = open();
        storage.setItem(`${key}?`, '');
        storage.removeItem(`${key}?`);
        return true;
      } catch {
        return false;
      }
    },
    read() {
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
    write(kept) {
      const exchanges = writeKept(kept, (json) => {
        open().setItem(key, json);
        seen = { json, kept };
      });
      if (exchanges === undefined) remove(open, key);
      else if (seen !== undefined) seen = { ...seen, kept: { ...kept, exchanges } };
      return exchanges;
    },
  };
}

/** So that at least nothing stays that was to be forgotten. */
function remove(open: () => KeyValueStorage, key: string): void {
  try {
    open().removeItem(key);
  } catch {
    // Then it has not let us write either.
  }
}

/** Of what is damaged, what is whole. `undefined` where nothing of this version is kept; throws where it is no JSON. */
function readKept(json: string | null): Kept | undefined {
  if (json === null || json.length > 2 * MOST_KEPT) return undefined;
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

/** Puts the latest that fit where `put` throws while there is no room. What was kept, oldest first; `undefined` when nothing was. */
function writeKept({ clearedAt, exchanges }: Kept, put: (json: string) => void): readonly Exchange[] | undefined {
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
export interface Kept {
  /** Whatever was asked until then is forgotten, whoever still has it. Milliseconds since 1970; -1 when nothing was ever cleared. */
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
  // What was being sent when it was kept may not have arrived.
  state: (value) => (value === 'sent' ? 'sent' : 'failed'),
});

const exchange: Reader<Exchange> = proved(
  objectOf<Exchange>({
    id: someText,
    question: (value) => clip(someText(value), ASK_LIMITS.query),
    scope,
    // What was under way, perhaps in another tab, is stopped here.
    state: (value) =>
      value === 'loading' || value === 'streaming'
        ? 'stopped'
        : oneOf('answered', 'insufficient', 'refused', 'stopped', 'failed')(value),
    requestId: text,
    statements: listOf(readStatement),
    citations: listOf(readCitation),
    nearest: listOf(readSection),
    ...beside,
    exact: orElse(flag, undefined),
    message: text,
    warnings: listOf(readWarning),
    withheld: number,
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
 * One exchange out of storage, where anybody may have written. Throws a `TypeError` for what is none. One that was under way when
 * it was kept is a stopped one; feedback that was being sent has failed.
 */
export function readExchange(value: unknown): Exchange {
  const read = exchange(value);
  if ((read.state === 'failed') !== (read.failure !== undefined)) throw new TypeError('expected why it failed');
  return read;
}
