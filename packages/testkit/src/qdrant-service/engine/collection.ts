import type {
  CreateCollectionBody,
  DeletePayloadBody,
  GivenPoint,
  GivenVector,
  SelectorBody,
  SetPayloadBody,
  UpsertBody,
} from './bodies.ts';
import { fieldIndexes, type FieldIndexes } from './field-indexes.ts';
import { jsonPath, mergeAt, removeAt } from './json-path.ts';
import type { JsonObject } from './json-value.ts';
import { payloadFilter, type Filter } from './payload-filter.ts';
import { orderKeyOf, pointIdOf, type PointId } from './point-id.ts';
import { refusal } from './refusal.ts';
import { snapshotShelf, type SnapshotShelf } from './snapshot-shelf.ts';
import { sparseStatistics, type SparseStatistics } from './sparse-statistics.ts';
import type { StoredPoint } from './stored-point.ts';
import { storedVectors, type VectorSpace } from './vector-space.ts';
import { vectorSpaceOf } from './vector-space-of.ts';

/** A write, checked when it is prepared and applied when it is called. */
export type Write = () => void;

export interface Collection {
  readonly name: string;
  readonly settings: CreateCollectionBody;
  readonly space: VectorSpace;
  readonly indexes: FieldIndexes;
  readonly statistics: SparseStatistics;
  readonly snapshots: SnapshotShelf;
  readonly points: ReadonlyMap<string, StoredPoint>;
  /** In order of id. */
  ordered(): readonly StoredPoint[];
  /** Takes points as they were stored. */
  load(stored: readonly StoredPoint[]): void;
  upsert(body: UpsertBody): Write;
  deletePoints(selector: SelectorBody): Write;
  setPayload(body: SetPayloadBody): Write;
  overwritePayload(body: SetPayloadBody): Write;
  deletePayload(body: DeletePayloadBody): Write;
  clearPayload(selector: SelectorBody): Write;
  /** Applies now, after everything that was put off. Returns the number of the write. */
  apply(write: Write): number;
  /** Puts a write off, behind those put off before. */
  putOff(write: Write, milliseconds: number): number;
  /** Applies all that was put off. */
  flush(): void;
}

export function collection(name: string, settings: CreateCollectionBody): Collection {
  const space = vectorSpaceOf(settings);
  const points = new Map<string, StoredPoint>();
  const statistics = sparseStatistics();
  const waiting: Write[] = [];
  let ordered: readonly StoredPoint[] | undefined;
  let writes = 0;

  function selected({ points: ids, filter }: SelectorBody, mustExist: boolean): StoredPoint[] {
    if (ids === undefined || ids === null) return passing(filter);
    return ids.flatMap((id) => {
      const point = points.get(orderKeyOf(pointIdOf(id)));
      if (point === undefined && mustExist) throw refusal(404, `No point with id ${id} found`);
      return point === undefined ? [] : [point];
    });
  }

  function passing(filter: Filter | null | undefined): StoredPoint[] {
    const passes = payloadFilter(filter);
    return [...points.values()].filter(passes);
  }

  function remove(point: StoredPoint): void {
    points.delete(point.orderKey);
    statistics.remove(point.vectors);
    ordered = undefined;
  }

  function put(point: StoredPoint): void {
    const old = points.get(point.orderKey);
    if (old !== undefined) statistics.remove(old.vectors);
    points.set(point.orderKey, point);
    statistics.add(point.vectors);
    ordered = undefined;
  }

  /** Changes the payload of all that are selected when the write is applied. */
  function change(selector: SelectorBody, changed: (payload: JsonObject) => JsonObject): Write {
    checkSelector(selector);
    return () => {
      for (const point of selected(selector, true)) {
        point.payload = changed(point.payload);
        point.version = writes;
      }
    };
  }

  function flush(): void {
    for (const write of waiting.splice(0)) attempt(write);
  }

  return {
    name,
    settings,
    space,
    indexes: fieldIndexes(),
    statistics,
    snapshots: snapshotShelf(name),
    points,
    ordered() {
      ordered ??= [...points.values()].sort((a, b) => (a.orderKey < b.orderKey ? -1 : 1));
      return ordered;
    },
    load(stored) {
      for (const point of stored) {
        put(point);
        writes = Math.max(writes, point.version);
      }
    },
    upsert(body) {
      const given = givenPoints(body).map(({ id, vector, payload }) => {
        const shown = pointIdOf(id);
        return {
          id: shown,
          orderKey: orderKeyOf(shown),
          vectors: storedVectors(space, vector),
          payload: payload ?? {},
        };
      });
      const mode = body.update_mode ?? 'upsert';
      const fits = payloadFilter(body.update_filter);
      return () => {
        for (const point of given) {
          const old = points.get(point.orderKey);
          if (old === undefined ? mode === 'update_only' : mode === 'insert_only' || !fits(old)) continue;
          put({ ...point, version: writes });
        }
      };
    },
    deletePoints(selector) {
      checkSelector(selector);
      return () => selected(selector, false).forEach(remove);
    },
    setPayload({ payload, key, ...selector }) {
      const path = key === undefined || key === null ? undefined : jsonPath(key);
      return change(selector, (old) => {
        const next = path === undefined ? { ...old } : structuredClone(old);
        mergeAt(next, path, payload);
        return next;
      });
    },
    overwritePayload({ payload, ...selector }) {
      return change(selector, () => payload);
    },
    deletePayload({ keys, ...selector }) {
      const paths = keys.map(jsonPath);
      const isFlat = paths.every((path) => path.length === 1);
      return change(selector, (old) => {
        const next = isFlat ? { ...old } : structuredClone(old);
        for (const path of paths) removeAt(next, path);
        return next;
      });
    },
    clearPayload(selector) {
      return change(selector, () => ({}));
    },
    apply(write) {
      flush();
      writes++;
      write();
      return writes;
    },
    putOff(write, milliseconds) {
      waiting.push(() => {
        writes++;
        write();
      });
      setTimeout(flush, milliseconds).unref();
      return writes + waiting.length;
    },
    flush,
  };
}

/** What fails behind an acknowledgement is only logged by the server. */
function attempt(write: Write): void {
  try {
    write();
  } catch {
    // Nobody is told.
  }
}

function checkSelector({ points, filter }: SelectorBody): void {
  if ((points ?? filter ?? undefined) === undefined) {
    throw refusal(422, 'Validation error in JSON body: [points or filter must be given]');
  }
  payloadFilter(filter);
  points?.forEach(pointIdOf);
}

function givenPoints({ points, batch }: UpsertBody): readonly GivenPoint[] {
  if (points !== undefined) return points;
  const { ids, vectors, payloads } = batch!;
  const named: [string, readonly GivenVector[]][] = Object.entries(Array.isArray(vectors) ? { '': vectors } : vectors);
  if ([...named.map(([, column]) => column), payloads ?? ids].some((column) => column.length !== ids.length)) {
    throw refusal(422, 'Validation error in JSON body: [batch: ids, vectors and payloads must be of one length]');
  }
  return ids.map((id: PointId, at) => ({
    id,
    vector: Object.fromEntries(named.map(([name, column]) => [name, column[at]!])),
    payload: payloads?.[at] ?? null,
  }));
}
