import { expect, test } from 'vitest';
import { takeCollection } from './take-collection.ts';

const around = (params: object): object => ({
  status: 'green',
  optimizer_status: 'ok',
  segments_count: 8,
  points_count: 12,
  config: { params: { shard_number: 1, ...params }, hnsw_config: { m: 16 } },
  payload_schema: {},
  something_new: [1],
});

test('a collection of another program is read by what is known of it', () => {
  const vectors = { size: 1024, distance: 'Cosine', on_disk: true, multivector_config: null };
  expect(takeCollection(around({ vectors }))).toEqual({
    points: 12,
    replicas: 1,
    writeConsistency: 1,
    dense: { '': { size: 1024, distance: 'Cosine' } },
    sparse: {},
  });
  expect(
    takeCollection(
      around({
        vectors: { image: { size: 4, distance: 'Euclid' }, text: { size: 8, distance: 'Dot' } },
        sparse_vectors: { bm25: { modifier: 'idf', index: { on_disk: false } }, plain: {}, bare: null },
      }),
    ),
  ).toEqual({
    points: 12,
    replicas: 1,
    writeConsistency: 1,
    dense: { text: { size: 8, distance: 'Dot' } },
    sparse: { bm25: { modifier: 'idf' }, plain: { modifier: 'none' }, bare: { modifier: 'none' } },
  });
  expect(takeCollection({ ...around({ sparse_vectors: null, replication_factor: 2 }), points_count: null })).toEqual({
    points: 0,
    replicas: 2,
    writeConsistency: 1,
    dense: {},
    sparse: {},
  });
});

test.each([null, {}, { config: {} }, around({ vectors: [1] }), around({ vectors: { a: { size: 'big' } } })])(
  '%j is no collection',
  (reply) => {
    expect(() => takeCollection(reply)).toThrow(expect.objectContaining({ code: 'UPSTREAM_FAILED' }));
  },
);
