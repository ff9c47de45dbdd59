/**
 * The one point that says what is on show, who writes, and what is being built. What readers need stands in `shown`; `shown` and
 * `build` are JSON in a string, because their names may hold what JSON on its way to Qdrant cannot carry.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { IbidError } from '@ibid/core';
import type { CallOptions, IndexSchema } from '@ibid/core/types';
import type { Payload, PayloadValue, QdrantCalls, RetrieveOptions } from '../client/qdrant-calls.ts';
import { keepingOf, type ShownState } from '../layout.ts';
import { copiesDiffer } from './copies-differ.ts';

export const STATE_ID = '1b1d5707-0000-8000-8000-000000000001';

/** A build that is not on show. */
export interface BuildRecord {
  readonly epoch: number;
  readonly schema: IndexSchema;
  readonly sourceId: string;
  /** Whether it began with the pages on show. */
  readonly inherits: boolean;
  /** Which version of the collections holds the vectors of a space. */
  readonly versions: readonly (readonly [spaceId: string, version: number])[];
  /** Set once it is given up: nothing may go on with it, whatever is left of it is to be removed. */
  readonly dropped: boolean;
  /** Set before it counts terms for the first time; earlier versions of Ibid did not say. */
  readonly counted?: boolean;
}

/** Raised when an older version could not read what is written. */
const FORMAT = 1;

export interface StoreState {
  /** Of everything that belongs to the index. */
  readonly format: number;
  /** Of the writer; `''` while there is none. */
  readonly token: string;
  readonly host: string;
  /** Where `pid` means something, see `HolderProcess`. */
  readonly space: string;
  readonly pid: number;
  /** How long the writer is to be waited for when it shows no life, milliseconds; 0 where it gave none. */
  readonly patience: number;
  /** Raised by the writer every second. */
  readonly beat: number;
  /** Raised by every change but a beat: a change that arrives late finds another turn, and does nothing. */
  readonly turn: number;
  /** Names the last change, so that its author knows whether it was his. */
  readonly change: string;
  /** Highest epoch, version and space number ever given out. */
  readonly epochs: number;
  readonly versions: number;
  readonly spaces: number;
  readonly shown: ShownState | undefined;
  readonly build: BuildRecord | undefined;
  /** The latest epochs that were given up, ascending; of those before, something may still arrive that is seen, see `layout.ts`. */
  readonly dropped: readonly number[];
  /** Whether a build that was given up since the last publish may have counted terms. */
  readonly recount?: boolean;
  /** Whether the last publish was interrupted before it had removed what nothing shows any more. */
  readonly untidy: boolean;
}

export const NO_STATE: StoreState = {
  format: FORMAT,
  token: '',
  host: '',
  space: '',
  pid: 0,
  patience: 0,
  beat: 0,
  turn: 0,
  change: '',
  epochs: 0,
  versions: 0,
  spaces: 0,
  shown: undefined,
  build: undefined,
  dropped: [],
  recount: false,
  untidy: false,
};

/** These fields of the state as payload, with the epoch on show as a number of its own for other programs; 0 before the first publish. */
export function statePayload(state: Partial<StoreState>): Payload {
  const fields = Object.entries(state).map(([key, value]): [string, PayloadValue] => [
    key,
    key === 'shown' || key === 'build' ? JSON.stringify(value ?? null) : (value as PayloadValue),
  ]);
  return { ...Object.fromEntries(fields), ...('shown' in state ? { epoch: state.shown?.epoch ?? 0 } : {}) };
}

/** `undefined` where nothing was ever written. */
export async function readState(
  calls: QdrantCalls,
  base: string,
  options?: CallOptions,
): Promise<StoreState | undefined> {
  const payload = await statePoint(calls, base, 'all', { ...options, copies: 'most' });
  if (payload === undefined) return undefined;
  const {
    shown,
    build,
    epoch: _,
    ...plain
  } = payload as unknown as Omit<StoreState, 'shown' | 'build'> & {
    readonly epoch: number;
    readonly shown: string;
    readonly build: string;
  };
  return { ...plain, shown: shownOf(base, shown, plain.dropped), build: parsed<BuildRecord>(base, build) };
}

/**
 * What is on show; `undefined` before the first publish. Asks for nothing that changes otherwise: of a point on whose fields the copies
 * differ, Qdrant tells nothing.
 */
export async function readShown(
  calls: QdrantCalls,
  base: string,
  options?: CallOptions,
): Promise<ShownState | undefined> {
  const look = (more: readonly string[]): Promise<Payload | undefined> =>
    statePoint(calls, base, ['shown', 'format', ...more], options);
  const payload = await look([]);
  const shown = payload && parsed<ShownState>(base, payload['shown']);
  if (shown === undefined || shown.givenUp !== undefined) return shown;
  // An earlier version of Ibid published it.
  const whole = await look(['dropped']);
  return whole && shownOf(base, whole['shown'], whole['dropped'] as readonly number[] | undefined);
}

/** What was given up after the generation on show lies above its epoch anyway. */
function shownOf(base: string, json: unknown, dropped: readonly number[] = []): ShownState | undefined {
  const shown = parsed<ShownState>(base, json);
  return shown && { ...shown, givenUp: shown.givenUp ?? dropped.filter((epoch) => epoch < shown.epoch) };
}

/** Between looks at copies that differ; a write reaches all of them within moments. */
const PAUSES_MS: readonly number[] = [20, 100, 400, 0];

/**
 * Asked of several copies, a point that is just being changed is left out (`client/decide-copies.ts`). That there is none is believed
 * only where a single copy has none either.
 */
async function statePoint(
  calls: QdrantCalls,
  base: string,
  fields: readonly string[] | 'all',
  options: RetrieveOptions | undefined,
): Promise<Payload | undefined> {
  try {
    for (const pause of PAUSES_MS) {
      const [point] = await calls.retrieve(keepingOf(base), [STATE_ID], fields, options);
      if (point !== undefined) return readable(base, point.payload);
      const single = { ...options, copies: 'one' } as const;
      const [alone] = await calls.retrieve(keepingOf(base), [STATE_ID], ['format'], single);
      if (alone === undefined) return undefined;
      await sleep(pause, undefined, { signal: options?.signal });
    }
  } catch (error) {
    if (IbidError.is(error, 'NOT_INDEXED')) return undefined;
    throw error;
  }
  throw copiesDiffer(base);
}

function readable(base: string, payload: Payload): Payload {
  if (!(Number(payload['format']) <= FORMAT)) throw newerFormat(base);
  return payload;
}

function newerFormat(base: string): IbidError {
  return new IbidError(
    'INDEX_MISMATCH',
    `The index \`${base}\` in Qdrant was written by a newer version of Ibid; bring this one up to date`,
  );
}

function parsed<T>(base: string, json: unknown): T | undefined {
  try {
    return (JSON.parse(json as string) as T | null) ?? undefined;
  } catch (error) {
    throw new IbidError(
      'INDEX_DAMAGED',
      `The state in the collection \`${keepingOf(base)}\` cannot be read; restore a snapshot, or delete the collections of \`${base}\` and index again`,
      { cause: error },
    );
  }
}
