import { describe, expect, it } from 'vitest';
import { stateFolder } from './state-drivers.ts';
import { locateIndex } from './stores.ts';

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
  ])('%s is the file %s', async (index, file) => {
    expect(await locateIndex(index)).toMatchObject({ file, name: file });
  });

  it.each([
    'qdrant:http://127.0.0.1:6333/book',
    'qdrant://host/book',
    'qdrant+https://cloud.example.org/book?shards=6',
  ])('%s is a collection', async (address) => {
    const index = await locateIndex(address);
    expect(index.file).toBeUndefined();
    expect(index.name).toBe(address.split('?')[0]);
    expect(stateFolder({ index })).toBe('.ibid');
  });

  it.each(['postgres://me:CANARY@host/db', 'https://example.org/index.db', 'sqlite:', 'sqlite://backup.db', ''])(
    'anything else is refused, and not repeated: %j',
    async (index) => {
      await expect(locateIndex(index)).rejects.toThrow(/^(?!.*CANARY).*`--index`, `IBID_INDEX` or `index`/u);
    },
  );
});

describe('settings of a collection', () => {
  it.each([
    [{ url: 'http://host:6333/', collection: 'a b', shards: 6 }, 'qdrant:http://host:6333/a%20b'],
    [{ url: 'https://cloud.example.org/qdrant', collection: '100%' }, 'qdrant:https://cloud.example.org/qdrant/100%25'],
  ])('%j are named by their address, and are the same index', async (settings, address) => {
    const { identity } = await locateIndex(address);
    expect(await locateIndex(settings)).toMatchObject({ name: address, identity });
  });

  it.each(['http://me:CANARY@host', 'http://host?api-key=CANARY', 'http://host/#CANARY', 'ftp://host/CANARY'])(
    'are refused with the address %s, which is not repeated',
    async (url) => {
      await expect(locateIndex({ url })).rejects.toThrow(/^`url` of Qdrant (?!.*CANARY).*QDRANT_API_KEY/u);
    },
  );
});

it.each([
  ['beside the index', { index: { file: 'docs/.ibid/index.db' } }, 'docs/.ibid'],
  [
    'where the server keeps it, for every command',
    { index: { file: 'a/index.db' }, server: { state: 'state' } },
    'state',
  ],
  ['beside the index of a server that names no folder', { index: { file: 'a/index.db' }, server: { port: 1 } }, 'a'],
])('state lies %s', (_, settings, folder) => {
  expect(stateFolder(settings)).toBe(folder);
});

it.each([
  ['sqlite:a/../stores.test.ts', 'stores.test.ts', true],
  ['qdrant:http://host/book', 'qdrant:http://host:6333/book?shards=3', true],
  ['qdrant:http://host/book', 'qdrant:http://host/other', false],
  ['qdrant:http://host/book', 'book', false],
])('%s and %s: the same index is known again, however it is written', async (a, b, isSame) => {
  expect((await locateIndex(a)).identity === (await locateIndex(b)).identity).toBe(isSame);
});
