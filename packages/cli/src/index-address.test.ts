import { readQdrantUrl } from '@ibid/drivers/stores/qdrant/options';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexFile, indexName, isSameIndex, qdrantAddress, readIndexAddress } from './index-address.ts';
import type { QdrantSettings } from './define-config.ts';
import { stateFolder } from './state-drivers.ts';

describe('the address of an index', () => {
  it.each([
    ['.ibid/index.db', '.ibid/index.db'],
    ['/var/lib/ibid/index.db', '/var/lib/ibid/index.db'],
    ['sqlite:site.db', 'site.db'],
    ['SQLite:../a b/site.db', '../a b/site.db'],
    ['sqlite:///var/site.db', '/var/site.db'],
    ['sqlite:////var/site.db', '//var/site.db'],
    [String.raw`C:\docs\index.db`, String.raw`C:\docs\index.db`],
    ['qdrant.db', 'qdrant.db'],
  ])('%s is the file %s', (index, file) => {
    expect(indexFile(index)).toBe(file);
    expect(indexName(index)).toBe(file);
  });

  it.each([
    'qdrant:http://127.0.0.1:6333/book',
    'qdrant://host/book',
    'qdrant+https://cloud.example.org/book?shards=6',
  ])('%s is a collection', (index) => {
    expect(readIndexAddress(index)).toEqual({ kind: 'qdrant', url: index });
    expect(indexFile(index)).toBeUndefined();
    expect(indexName(index)).toBe(index.split('?')[0]);
    expect(stateFolder({ index })).toBe('.ibid');
  });

  it.each(['postgres://me:CANARY@host/db', 'https://example.org/index.db', 'sqlite:', 'sqlite://backup.db', ''])(
    'anything else is refused, and not repeated: %j',
    (index) => {
      const refused = (): unknown => readIndexAddress(index);
      expect(refused).toThrow(/`--index`, `IBID_INDEX` or `index`/u);
      expect(refused).not.toThrow(/CANARY/u);
    },
  );
});

describe('settings of a collection', () => {
  const settings: fc.Arbitrary<QdrantSettings> = fc
    .record(
      {
        url: fc.constantFrom('http://127.0.0.1:6333', 'https://cloud.example.org', 'http://host/qdrant'),
        collection: fc.constantFrom('book', 'a b', 'ünï', '100%'),
        timeoutMs: fc.integer({ min: 100, max: 600_000 }),
        retryMs: fc.integer({ min: 0, max: 3_600_000 }),
        shards: fc.integer({ min: 1, max: 1_000 }),
        replicas: fc.constant(3),
        quantization: fc.constantFrom('scalar', 'none'),
        onDisk: fc.boolean(),
      },
      { requiredKeys: ['url', 'collection'] },
    )
    .map((drawn) => drawn as QdrantSettings);

  it('come through as an address', () => {
    fc.assert(
      fc.property(settings, (drawn) => {
        expect(readQdrantUrl(qdrantAddress(drawn))).toEqual(drawn);
      }),
    );
  });
});

it.each([
  ['beside the index', { index: 'docs/.ibid/index.db' }, 'docs/.ibid'],
  ['where the server keeps it, for every command', { index: 'a/index.db', server: { state: 'state' } }, 'state'],
  ['beside the index of a server that names no folder', { index: 'a/index.db', server: { port: 1 } }, 'a'],
])('state lies %s', (_, settings, folder) => {
  expect(stateFolder(settings)).toBe(folder);
});

it('knows an index again, however it is written', async () => {
  expect(await isSameIndex('sqlite:a/../index-address.test.ts', 'index-address.test.ts')).toBe(true);
  expect(await isSameIndex('qdrant:http://host/book', 'qdrant:http://host:6333/book?shards=3')).toBe(true);
  expect(await isSameIndex('qdrant:http://host/book', 'qdrant:http://host/other')).toBe(false);
  expect(await isSameIndex('qdrant:http://host/book', 'book')).toBe(false);
});
