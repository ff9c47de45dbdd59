import { IbidError } from '@ibid/core';
import { describe, expect, test } from 'vitest';
import { checkOptions } from './check-options.ts';
import type { QdrantOptions } from './qdrant-options.ts';
import { readQdrantUrl } from './read-qdrant-url.ts';

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (IbidError.is(error, 'INVALID_CONFIG')) return error.message;
    throw error;
  }
  return 'nothing was wrong';
}

describe('an address of Qdrant', () => {
  test.each([
    ['qdrant:http://host:6333/book', { url: 'http://host:6333', collection: 'book' }],
    ['qdrant://host:6333/book', { url: 'http://host:6333', collection: 'book' }],
    ['qdrant+https://host/book', { url: 'https://host', collection: 'book' }],
    ['qdrant:https://host:443/a/b/book', { url: 'https://host:443/a/b', collection: 'book' }],
    ['qdrant://[::1]:6333', { url: 'http://[::1]:6333' }],
    ['qdrant://host/', { url: 'http://host' }],
    ['qdrant://host/behind/', { url: 'http://host/behind' }],
    ['qdrant://host/caf%C3%A9', { url: 'http://host', collection: 'café' }],
    [
      'qdrant://host/book?shards=6&replicas=2&writeConsistency=2&readConsistency=majority&quantization=scalar',
      {
        url: 'http://host',
        collection: 'book',
        shards: 6,
        replicas: 2,
        writeConsistency: 2,
        readConsistency: 'majority',
        quantization: 'scalar',
      },
    ],
    [
      'qdrant://host?onDisk=vectors,payload&m=32&ef=200&exact=true&readConsistency=1&timeoutMs=9000',
      {
        url: 'http://host',
        onDisk: { vectors: true, payload: true },
        hnsw: { m: 32, ef: 200 },
        exact: true,
        readConsistency: 1,
        timeoutMs: 9_000,
      },
    ],
  ])('%s is read', (text, options) => {
    expect(readQdrantUrl(text)).toEqual(options);
  });

  test.each([
    ['qdrant:host:6333/book', 'qdrant:http://127.0.0.1:6333/physical_ai_book'],
    ['qdrant:ftp://host/book', 'must look like'],
    ['http://host:6333/book', 'must look like'],
    ['qdrant://', 'must look like'],
    ['qdrant://host/book?shard=6', 'Did you mean `shards`?'],
    ['qdrant://host/book?quantisation=scalar', 'Did you mean `quantization`?'],
    ['qdrant://host/book?read_consistency=all', 'Did you mean `readConsistency`?'],
    ['qdrant://host/book?colour=red', 'There are `timeoutMs`'],
    ['qdrant://host/book?shards=0', '`shards` of Qdrant is `0`; give a whole number from 1 to 1,000'],
    ['qdrant://host/book?shards=many', '`shards` of Qdrant is `many`'],
    ['qdrant://host/book?shards=1&shards=2', '`shards` stands twice'],
    ['qdrant://host/book?quantization=int4', 'give one of `scalar`, `binary`, `none`'],
    ['qdrant://host/book?exact=yes', 'give `true` or `false`'],
    ['qdrant://host/book?onDisk=disk', '`vectors,payload`'],
    ['qdrant://host/a%2Fb', 'without any of'],
    ['qdrant://host/a%zz', 'stands for nothing'],
    ['qdrant://host/book#top', 'no hash'],
  ])('%s is refused', (text, part) => {
    expect(messageOf(() => readQdrantUrl(text))).toContain(part);
  });

  test.each([
    'qdrant://host/book?apiKey=sk-123456',
    'qdrant://host/book?api-key=sk-123456',
    'qdrant://host/book?token=sk-123456',
    'qdrant://user:sk-123456@host/book',
  ])('a key inside is refused and not repeated: %s', (text) => {
    const message = messageOf(() => readQdrantUrl(text));
    expect(message).not.toContain('123456');
    expect(message).toContain('QDRANT_API_KEY');
  });
});

describe('options of Qdrant', () => {
  const base: QdrantOptions = { url: 'http://host' };

  test('have defaults, and the usual port where none is named', () => {
    expect(checkOptions(base)).toMatchObject({
      origin: 'http://host',
      port: 6333,
      prefix: '',
      collection: 'physical_ai_book',
      timeoutMs: 5_000,
      retryMs: 20_000,
      quantization: 'none',
      exact: false,
    });
    expect(checkOptions({ url: 'https://host:443/a/b/' })).toMatchObject({ port: 443, prefix: '/a/b' });
    expect(checkOptions({ url: 'http://[::1]:80' })).toMatchObject({ origin: 'http://[::1]', port: 80 });
    expect(checkOptions({ ...base, apiKey: ' sk-1\n' }).apiKey).toBe('sk-1');
    expect(checkOptions({ ...base, apiKey: '' }).apiKey).toBeUndefined();
  });

  test.each<[string, object, string]>([
    ['url', { url: 'host:6333' }, 'must look like'],
    ['url', { url: 'http://host?x=1' }, 'no query'],
    ['collection', { collection: '' }, '1 to 200 bytes'],
    ['collection', { collection: '..' }, '1 to 200 bytes'],
    ['collection', { collection: 'a/b' }, '1 to 200 bytes'],
    ['collection', { collection: 'é'.repeat(101) }, '1 to 200 bytes'],
    ['collection', { collection: '\uD800' }, '1 to 200 bytes'],
    ['timeoutMs', { timeoutMs: 5 }, '100 to 600,000'],
    ['retryMs', { retryMs: -1 }, '0 to 3,600,000'],
    ['shards', { shards: 1.5 }, '1 to 1,000'],
    ['replicas', { replicas: 0 }, '1 to 100'],
    ['writeConsistency', { replicas: 2, writeConsistency: 3 }, '1 to 2, the number of `replicas`'],
    ['readConsistency', { readConsistency: 'most' }, '`majority`, `quorum`, `all`'],
    ['readConsistency', { replicas: 2, readConsistency: 3 }, '1 to 2'],
    ['quantization', { quantization: 'int4' }, '`scalar`'],
    ['onDisk.vectors', { onDisk: { vectors: 'yes' } }, '`true` or `false`'],
    ['hnsw.m', { hnsw: { m: 3 } }, '4 to 128'],
    ['hnsw.efConstruct', { hnsw: { efConstruct: 1 } }, '4 to 2,000'],
    ['hnsw.ef', { hnsw: { ef: 0 } }, '1 to 10,000'],
    ['exact', { exact: 1 }, '`true` or `false`'],
  ])('name a wrong `%s` with its value and range: %o', (name, wrong, part) => {
    const message = messageOf(() => checkOptions({ ...base, ...wrong } as QdrantOptions));
    expect(message).toContain(`\`${name}\` of Qdrant`);
    expect(message).toContain(part);
  });

  test('never repeat a key that cannot be one', () => {
    const message = messageOf(() => checkOptions({ ...base, apiKey: 'sk 123456' }));
    expect(message).toContain('QDRANT_API_KEY');
    expect(message).not.toContain('123456');
    expect(messageOf(() => readQdrantUrl('qdrant:ftp://user:sk-123456@host/book'))).not.toContain('123456');
    expect(messageOf(() => checkOptions({ url: 'http//user:sk-123456@host' }))).not.toContain('123456');
  });
});
