import { QdrantClient } from '@qdrant/js-client-rest';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openStore } from '@ibid/core';
import type { ChunkStore, LegQuery, StoreDriver } from '@ibid/core/types';
import { openQdrantService, unitVector, type QdrantService } from '@ibid/testkit';
import { memoryStore } from '../../memory.ts';
import { qdrantCalls } from '../client/rest-calls.ts';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { orForeign } from './or-foreign.ts';

export const DIMENSIONS = 8;
export const SPACE_ID: string = `other/model@${DIMENSIONS}`;

export interface Row {
  readonly id: number | string;
  readonly payload: Record<string, unknown>;
  readonly vector?: Float32Array;
}

/** As an ingester of contract C4 writes it. */
export function row(id: number | string, path: string, heading: string, index: number, text: string): Row {
  const url = `https://book.example.org${path}`;
  const payload = { text, url, title: `Title of ${path}`, section_heading: heading, chunk_index: index };
  return { id, payload: { ...payload, chunk_id: `${path}|${heading}|${index}` } };
}

export function asked(seed: string, more: Partial<LegQuery> = {}): LegQuery {
  return { terms: [], vector: unitVector(JSON.stringify(seed), DIMENSIONS), limit: 10, ...more };
}

export interface ForeignPlace {
  readonly service: QdrantService;
  readonly calls: QdrantCalls;
  readonly client: QdrantClient;
  /** Texts make the vectors that rows do not bring. */
  put(base: string, rows: readonly Row[]): Promise<void>;
  /** A new one. */
  collection(rows: readonly Row[], distance?: 'Cosine' | 'Dot'): Promise<string>;
  /** Its own store is one that has nothing, unless another is given: what is found, the foreign one found. */
  open(base: string, more?: Partial<Parameters<typeof orForeign>[1]>, own?: StoreDriver): Promise<ChunkStore>;
}

let bases = 0;

/** A service for the tests of a file. Nobody made payload indexes in it, so no filter may need one. */
export function withForeign(): ForeignPlace {
  let service: QdrantService;
  let calls: QdrantCalls;
  let client: QdrantClient;
  beforeAll(async () => {
    service = await openQdrantService({ strictMode: true });
    calls = qdrantCalls({ url: service.url });
    client = new QdrantClient({ url: service.url, checkCompatibility: false });
  });
  afterAll(async () => {
    await calls.close();
    await service.close();
  });
  afterEach(() => {
    // oxlint-disable-next-line vitest/no-standalone-expect -- holds for whatever a test asked
    expect(service.violations).toEqual([]);
  });

  async function put(base: string, rows: readonly Row[]): Promise<void> {
    const points = rows.map(({ id, payload, vector }) => ({
      id,
      payload,
      vector: [...(vector ?? unitVector(JSON.stringify(payload['text']), DIMENSIONS))],
    }));
    if (points.length > 0) await client.upsert(base, { wait: true, points });
  }

  return {
    get service() {
      return service;
    },
    get calls() {
      return calls;
    },
    get client() {
      return client;
    },
    put,
    async collection(rows, distance = 'Cosine') {
      const base = `foreign${bases++}`;
      await client.createCollection(base, { vectors: { size: DIMENSIONS, distance } });
      await put(base, rows);
      return base;
    },
    open: (base, more, own = memoryStore()) => openStore(orForeign(own, { calls, base, spaceId: SPACE_ID, ...more })),
  };
}
