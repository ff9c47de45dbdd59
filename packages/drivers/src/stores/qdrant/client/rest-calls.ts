import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import { checkOptions } from './check-options.ts';
import { comesBefore } from './comes-before.ts';
import { connection, type Request } from './connection.ts';
import type { CollectionSummary, FoundPoint, NearQuery, Point, QdrantCalls, Vectors, Wanted } from './qdrant-calls.ts';
import type { QdrantOptions, ReadConsistency } from './qdrant-options.ts';
import { requireCopies } from './require-copies.ts';
import { searchParameters } from './search-parameters.ts';
import { splitPoints } from './split-points.ts';
import { takeCollection } from './take-collection.ts';
import {
  takeCount,
  takeDone,
  takeList,
  takePoint,
  takePointWithVectors,
  takeRecord,
  takeResult,
  takeScored,
  takeText,
} from './take-reply.ts';
import { unusable } from './classify-failure.ts';
import { writeCollection } from './write-collection.ts';
import { writeFilter, writeId } from './write-filter.ts';
import { writeVector, writeVectors } from './write-vectors.ts';

type ScrollQuery = Parameters<QdrantCalls['scroll']>[1];

const PAGE_SIZE = 256;

/** Qdrant over its REST interface. Throws `INVALID_CONFIG` for wrong options; no request is sent before the first call. */
export function qdrantCalls(given: QdrantOptions): QdrantCalls {
  const options = checkOptions(given);
  const { send, close } = connection(options);
  // The server gives up a read when nobody waits for it any more.
  const searching = { timeout: Math.ceil(options.timeoutMs / 1000) };
  const agreed = (consistency: ReadConsistency | undefined): object =>
    consistency === undefined ? searching : { ...searching, consistency };
  const reading = agreed(options.readConsistency);
  const isOfSeveral = options.readConsistency !== undefined;
  const readings = { one: searching, most: agreed(options.stateConsistency) };
  /** By a filter, replicas that take two writes in different orders would differ for good: one of them orders such writes. */
  const ordered = { wait: true, ordering: 'strong' };

  function read<T>(
    operation: Request<T>['operation'],
    parameters: Request<T>['parameters'],
    take: (result: unknown) => T,
    call?: CallOptions,
  ): Promise<T> {
    return send({ operation, parameters, kind: 'read', take: (body) => take(takeResult(body)) }, call);
  }

  function write(
    operation: Request<void>['operation'],
    parameters: Request<void>['parameters'],
    call?: CallOptions,
  ): Promise<void> {
    return send({ operation, parameters, kind: 'write', take: takeDone }, call);
  }

  async function* scrolled<T>(
    collection: string,
    { filter, payload, pageSize = PAGE_SIZE }: ScrollQuery,
    withVectors: boolean,
    takeOne: (point: unknown) => T,
    call?: CallOptions,
  ): AsyncGenerator<readonly T[]> {
    const shared = { collection_name: collection, limit: pageSize, filter: writeFilter(filter) };
    let offset: unknown;
    const page = <U>(how: object, take: (points: readonly unknown[], next: unknown) => U): Promise<U> =>
      read(
        'scrollPoints',
        { ...shared, ...how, ...(offset === undefined ? {} : { offset }) },
        (result) => {
          const { points, next_page_offset: next } = takeRecord(result);
          return take(takeList(points), next ?? undefined);
        },
        call,
      );
    for (;;) {
      const shown = { ...reading, with_payload: wanted(payload), with_vector: withVectors };
      const full = await page(shown, (points, next) => ({
        points: points.map((point) => ({ id: takeRecord(point)['id'], taken: takeOne(point) })),
        next,
      }));
      // Of several copies a page lacks the points on which they differ, and then passes for the last: how far it went one copy tells.
      const isDoubtful = isOfSeveral && full.next === undefined;
      const alone = { ...searching, with_payload: false, with_vector: false };
      const next = isDoubtful ? await page(alone, (_, end) => end) : full.next;
      if (next !== undefined && next === offset) throw unusable('Qdrant', 'with the same page again');
      const points =
        isDoubtful && next !== undefined ? full.points.filter(({ id }) => comesBefore(id, next)) : full.points;
      if (points.length > 0) yield points.map(({ taken }) => taken);
      if (next === undefined) return;
      offset = next;
    }
  }

  const summary = (name: string, call?: CallOptions): Promise<CollectionSummary | undefined> =>
    read('getCollection', { collection_name: name }, takeCollection, call).catch(unlessUnknown);

  return {
    version: (call) =>
      send(
        {
          operation: 'root',
          parameters: {},
          kind: 'read',
          take: (body) => takeText(takeRecord(body)['version']),
        },
        call,
      ),
    collection: summary,
    async requireCopies(name, purpose, call) {
      const found = await summary(name, call);
      if (found !== undefined) requireCopies(name, found, options, purpose);
    },
    collections: (call) =>
      read(
        'getCollections',
        {},
        (result) => takeList(takeRecord(result)['collections']).map((one) => takeText(takeRecord(one)['name'])),
        call,
      ),
    async alias(name, call) {
      const pairs = await read(
        'getCollectionsAliases',
        {},
        (result) =>
          takeList(takeRecord(result)['aliases']).map((one) => {
            const { alias_name: alias, collection_name: collection } = takeRecord(one);
            return { alias: takeText(alias), collection: takeText(collection) };
          }),
        call,
      );
      return pairs.find(({ alias }) => alias === name)?.collection;
    },
    async createCollection(name, settings, call) {
      try {
        await write('createCollection', { collection_name: name, ...writeCollection(settings, options) }, call);
        return true;
      } catch (error) {
        if (IbidError.is(error) && error.details['status'] === 409) return false;
        throw error;
      }
    },
    async deleteCollection(name, call) {
      const parameters = { collection_name: name };
      await send({ operation: 'deleteCollection', parameters, kind: 'write', take: takeEither }, call).catch(
        unlessUnknown,
      );
    },
    switchAlias: (alias, collection, call) =>
      write(
        'updateAliases',
        {
          actions: [
            { delete_alias: { alias_name: alias } },
            { create_alias: { collection_name: collection, alias_name: alias } },
          ],
        },
        call,
      ),
    createFieldIndex: (collection, field, kind, call) =>
      write(
        'createFieldIndex',
        { collection_name: collection, wait: true, field_name: field, field_schema: kind },
        call,
      ),
    async upsert(collection, points, call) {
      for (const run of splitPoints(points))
        await write('upsertPoints', { collection_name: collection, wait: true, points: run.map(writePoint) }, call);
    },
    insert: (collection, point, call) =>
      write(
        'upsertPoints',
        {
          collection_name: collection,
          ...ordered,
          points: [writePoint(point)],
          // A point that is there is replaced only if it passes, and none can.
          update_filter: writeFilter({ must_not: [{ has_id: [point.id] }] }),
        },
        call,
      ),
    setPayload: (collection, payload, filter, call) =>
      write('setPayload', { collection_name: collection, ...ordered, payload, filter: writeFilter(filter) }, call),
    deletePayload: (collection, keys, filter, call) =>
      write('deletePayload', { collection_name: collection, ...ordered, keys, filter: writeFilter(filter) }, call),
    deletePoints: (collection, filter, call) =>
      write('deletePoints', { collection_name: collection, ...ordered, filter: writeFilter(filter) }, call),
    retrieve: (collection, ids, payload, call) =>
      read(
        'getPoints',
        {
          collection_name: collection,
          ...(call?.copies === undefined ? reading : readings[call.copies]),
          ids: ids.map(writeId),
          with_payload: wanted(payload),
          with_vector: false,
        },
        (result) => takeList(result).map(takePoint),
        call,
      ),
    scroll: (collection, query, call) => scrolled<FoundPoint>(collection, query, false, takePoint, call),
    scrollVectors: (collection, query, call) =>
      scrolled<FoundPoint & { readonly vectors: Vectors }>(collection, query, true, takePointWithVectors, call),
    count: (collection, filter, call) =>
      read(
        'countPoints',
        { collection_name: collection, ...reading, filter: writeFilter(filter), exact: true },
        (result) => takeCount(takeRecord(result)['count']),
        call,
      ),
    async query(collection, queries, call) {
      if (queries.length === 0) return [];
      const searches = queries.map((query) => writeQuery(query, searchParameters(query, options)));
      return read(
        'queryBatchPoints',
        { collection_name: collection, ...searching, searches },
        (result) => {
          const found = takeList(result).map((one) => takeList(takeRecord(one)['points']).map(takeScored));
          if (found.length !== queries.length) throw unusable('Qdrant', 'fewer or more searches than it was asked');
          return found;
        },
        call,
      );
    },
    close,
  };
}

function writePoint({ id, payload, vectors = {} }: Point): unknown {
  return { id, payload, vector: writeVectors(vectors) };
}

function writeQuery({ vector, using, filter, limit, payload }: NearQuery, params: object): unknown {
  return {
    query: { nearest: writeVector(vector) },
    ...(using === '' ? {} : { using }),
    filter: writeFilter(filter),
    limit,
    with_payload: wanted(payload ?? []),
    with_vector: false,
    ...(Object.keys(params).length === 0 ? {} : { params }),
  };
}

/** Which payload to bring along. */
function wanted(payload: Wanted): boolean | readonly string[] | { readonly exclude: readonly string[] } {
  if (payload === 'all') return true;
  if ('except' in payload) return { exclude: payload.except };
  return payload.length === 0 ? false : payload;
}

/** Deleting says `false` where there was nothing. */
function takeEither(body: unknown): void {
  if (typeof takeResult(body) !== 'boolean') throw unusable('Qdrant', 'without the state of a write');
}

function unlessUnknown(error: unknown): undefined {
  if (IbidError.is(error, 'NOT_INDEXED')) return undefined;
  throw error;
}
